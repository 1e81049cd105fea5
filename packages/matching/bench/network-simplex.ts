import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StratumGraph } from '../src/clearing/strata/stratum-graph.ts';

/** Result of LEMON's network simplex; `milliseconds` is the solving time alone. */
export interface NetworkSimplex {
  bound: number;
  milliseconds: number;
}

/** Computes the bound with LEMON; returns undefined if no C++ compiler or LEMON is installed. */
export function boundByLemon(strata: readonly StratumGraph[]): NetworkSimplex | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'network-simplex-'));
  try {
    const [program, arcs] = [join(folder, 'solve'), join(folder, 'arcs')];
    const source = join(import.meta.dirname, 'network-simplex.cpp');
    execFileSync('g++', ['-O2', '-o', program, source], { stdio: 'ignore' });
    writeArcs(arcs, strata);
    const [, bound, milliseconds] =
      /bound (\d+), (\d+) ms/.exec(execFileSync(program, [arcs], { encoding: 'utf8' })) ?? [];
    return { bound: Number(bound), milliseconds: Number(milliseconds) };
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes the strata in the input format of `network-simplex.cpp`. */
function writeArcs(path: string, strata: readonly StratumGraph[]): void {
  const file = openSync(path, 'w');
  for (const { nodeCount, arcCount, teacherArcCount, tail, head, capacity } of strata) {
    const lines = Array.from(
      tail,
      (from, arc) => `${from} ${head[arc]} ${capacity[arc]} ${arc < teacherArcCount ? 1 : 0}`,
    );
    writeSync(file, `${nodeCount} ${arcCount}\n${lines.join('\n')}\n`);
  }
  closeSync(file);
}
