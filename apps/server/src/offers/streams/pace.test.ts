import { expect, it } from 'vitest';
import { paceByLoad } from './pace.ts';

/** Fake event loop whose busy and idle times the test sets, in milliseconds. */
function loop() {
  const times = { idle: 0, active: 0 };
  const mayGoOn = paceByLoad((since) => {
    const [idle, active] = [times.idle - (since?.idle ?? 0), times.active - (since?.active ?? 0)];
    return { idle, active, utilization: active / Math.max(1, idle + active) };
  });
  const pass = (idle: number, active: number) => {
    times.idle += idle;
    times.active += active;
    return mayGoOn();
  };
  return pass;
}

it('continues once the process was idle for half of the time since the last batch', () => {
  const pass = loop();
  expect(pass(100, 0)).toBe(true);
  expect([pass(0, 100), pass(50, 50), pass(100, 0)]).toEqual([false, false, true]);
  expect([pass(40, 60), pass(100, 0)]).toEqual([false, true]);
});

it('continues after two seconds even if other work keeps the process busy', () => {
  const pass = loop();
  expect([pass(0, 1_000), pass(0, 900), pass(0, 100), pass(0, 1_000)]).toEqual([false, false, true, false]);
});
