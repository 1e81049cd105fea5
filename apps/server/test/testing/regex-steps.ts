import tree from 'regexp-tree';
import type { Assertion, Expression, Quantifier } from 'regexp-tree/ast';

/** Continues a match at an index. @returns the end of the match, or -1. */
type Next = (at: number) => number;
/** Matches one node of a pattern at an index, then calls `next`. */
type Matcher = (at: number, next: Next) => number;

const FAILED = -1;
const nativeExec = RegExp.prototype.exec;
const counter = { steps: 0 };
/** Compiled expressions by their source with flags. */
const compiled = new Map<string, CountedRegex>();

/**
 * Runs `work`. Returns the number of steps that a backtracking engine takes in all its regular expressions: one per start and per
 * comparison of a character. Also runs each expression in the real engine, and throws if the results differ.
 */
export function countRegexSteps(work: () => void): number {
  const before = counter.steps;
  // Expressions of the pattern parser itself are not counted.
  const counting = (run: () => void, exec: typeof nativeExec) => {
    const current = RegExp.prototype.exec;
    RegExp.prototype.exec = exec;
    try {
      run();
    } finally {
      RegExp.prototype.exec = current;
    }
  };
  counting(work, function exec(this: RegExp, text: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const result = nativeExec.call(this, text);
    counting(() => {
      const key = String(this);
      const counted = compiled.get(key) ?? new CountedRegex(this);
      compiled.set(key, counted);
      counted.run(String(text), from, result);
    }, nativeExec);
    return result;
  });
  return counter.steps - before;
}

class CountedRegex {
  readonly #regex: RegExp;
  readonly #match: Matcher;
  readonly #groups = new Map<number, string>();
  #text = '';

  constructor(regex: RegExp) {
    this.#regex = regex;
    this.#match = this.#compile(tree.parse(regex).body, true);
  }

  /**
   * Runs an expression and counts its steps.
   * @throws {Error} if the result differs from that of the engine.
   */
  run(text: string, from: number, expected: RegExpExecArray | null): void {
    this.#text = text;
    const last = this.#regex.sticky ? Math.min(from, text.length) : text.length;
    for (let start = from; start <= last; start += this.#widthAt(start)) {
      counter.steps += 1;
      this.#groups.clear();
      const end = this.#match(start, (at) => at);
      if (end === FAILED) continue;
      this.#expect(expected?.index === start && expected[0].length === end - start);
      return;
    }
    this.#expect(expected === null);
  }

  #expect(isEqual: boolean): void {
    if (!isEqual)
      throw new Error(`${String(this.#regex)} is counted wrongly in ${JSON.stringify(this.#text)}`);
  }

  #widthAt(at: number): number {
    return this.#regex.unicode && (this.#text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  }

  #compile(node: Expression | null, isForward: boolean): Matcher {
    switch (node?.type) {
      case undefined:
        return (at, next) => next(at);
      case 'Alternative':
        return this.#compileSequence(node.expressions, isForward);
      case 'Disjunction':
        return this.#compileChoice(alternativesOf(node), isForward);
      case 'Group':
        return this.#compileGroup(node.expression, node.capturing ? node.number : undefined, isForward);
      case 'Repetition':
        return this.#compileRepetition(node.expression, node.quantifier, isForward);
      case 'Assertion':
        return this.#compileAssertion(node);
      case 'Backreference':
        return this.#compileReference(node.number);
      default:
        return this.#compileCharacter(tree.generate(node), isForward);
    }
  }

  #compileSequence(nodes: readonly Expression[], isForward: boolean): Matcher {
    const matchers = (isForward ? nodes : nodes.toReversed()).map((node) => this.#compile(node, isForward));
    return matchers.reduceRight<Matcher>(
      (rest, matcher) => (at, next) => matcher(at, (after) => rest(after, next)),
      (at, next) => next(at),
    );
  }

  #compileChoice(nodes: readonly (Expression | null)[], isForward: boolean): Matcher {
    const matchers = nodes.map((node) => this.#compile(node, isForward));
    return (at, next) => {
      for (const matcher of matchers) {
        const end = matcher(at, next);
        if (end !== FAILED) return end;
      }
      return FAILED;
    };
  }

  #compileGroup(node: Expression | null, number: number | undefined, isForward: boolean): Matcher {
    const body = this.#compile(node, isForward);
    if (number === undefined) return body;
    return (at, next) =>
      body(at, (after) => {
        const before = this.#groups.get(number) ?? '';
        this.#groups.set(number, this.#text.slice(Math.min(at, after), Math.max(at, after)));
        const end = next(after);
        if (end === FAILED) this.#groups.set(number, before);
        return end;
      });
  }

  #compileRepetition(node: Expression, quantifier: Quantifier, isForward: boolean): Matcher {
    const { from, to } = boundsOf(quantifier);
    const body = this.#compile(node, isForward);
    const again = (times: number, at: number, next: Next): number => {
      const more = () =>
        times < to
          ? body(at, (after) => (after === at && times >= from ? FAILED : again(times + 1, after, next)))
          : FAILED;
      if (times < from) return more();
      if (!quantifier.greedy) {
        const end = next(at);
        return end === FAILED ? more() : end;
      }
      const end = more();
      return end === FAILED ? next(at) : end;
    };
    return (at, next) => again(0, at, next);
  }

  #compileAssertion(node: Assertion): Matcher {
    if (node.kind !== 'Lookahead' && node.kind !== 'Lookbehind') return this.#compileEdge(node.kind);
    const body = this.#compile(node.assertion, node.kind === 'Lookahead');
    return (at, next) =>
      (body(at, (end) => end) === FAILED) === (node.negative ?? false) ? next(at) : FAILED;
  }

  #compileEdge(kind: '^' | '$' | '\\b' | '\\B'): Matcher {
    const isWord = (at: number) => /\w/.test(this.#text.charAt(at));
    const isBreak = (at: number) => this.#regex.multiline && /[\n\r\u2028\u2029]/.test(this.#text.charAt(at));
    const holds = {
      '^': (at: number) => at === 0 || isBreak(at - 1),
      $: (at: number) => at === this.#text.length || isBreak(at),
      '\\b': (at: number) => isWord(at - 1) !== isWord(at),
      '\\B': (at: number) => isWord(at - 1) === isWord(at),
    }[kind];
    return (at, next) => {
      counter.steps += 1;
      return holds(at) ? next(at) : FAILED;
    };
  }

  #compileReference(number: number): Matcher {
    return (at, next) => {
      const group = this.#groups.get(number) ?? '';
      counter.steps += 1 + group.length;
      return this.#text.startsWith(group, at) ? next(at + group.length) : FAILED;
    };
  }

  /** Compiles a character, a class or a property. The engine itself decides which characters match. */
  #compileCharacter(source: string, isForward: boolean): Matcher {
    const single = new RegExp(`^(?:${source})$`, this.#regex.flags.replaceAll(/[gy]/g, ''));
    const taken = new Map<string, boolean>();
    return (at, next) => {
      counter.steps += 1;
      const character = isForward ? this.#characterAt(at) : this.#characterBefore(at);
      const isTaken = taken.get(character) ?? single.test(character);
      taken.set(character, isTaken);
      return character !== '' && isTaken
        ? next(isForward ? at + character.length : at - character.length)
        : FAILED;
    };
  }

  #characterAt(at: number): string {
    return this.#text.slice(at, at + this.#widthAt(at));
  }

  #characterBefore(at: number): string {
    const isPair = at >= 2 && this.#widthAt(at - 2) === 2;
    return this.#text.slice(Math.max(0, at - (isPair ? 2 : 1)), at);
  }
}

/** Flattens alternatives, which the parser nests to the left, so that deep recursion does not overflow the stack. */
function alternativesOf(node: Expression | null): (Expression | null)[] {
  return node?.type === 'Disjunction' ? [...alternativesOf(node.left), node.right] : [node];
}

function boundsOf(quantifier: Quantifier): { from: number; to: number } {
  switch (quantifier.kind) {
    case '*':
      return { from: 0, to: Infinity };
    case '+':
      return { from: 1, to: Infinity };
    case '?':
      return { from: 0, to: 1 };
    case 'Range':
      // The types do not describe `{3,}`; the parser omits `to`.
      return { from: quantifier.from, to: quantifier.to ?? Infinity };
  }
}
