/** `main.ts` in a process that raises a native fault when its parent sends a message. */
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';

setFlagsFromString('--allow-natives-syntax');
process.once('message', () => runInThisContext('%Abort(1)'));
await import('../../../src/main.ts');
