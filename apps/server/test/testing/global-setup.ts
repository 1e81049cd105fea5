import type { TestProject } from 'vitest/node';
import { startTemplate } from './processes/template-database.ts';

/** Starts one PostgreSQL for all test files. @returns a function that stops it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { address, stop } = await startTemplate();
  project.provide('postgres', address);
  return stop;
}
