import { createRequire } from 'node:module';
import type { ArcRing } from '../packing/ring-packing.ts';

/** Loads the CommonJS form of the package, the only one that its types describe. */
const loadHighs: typeof import('highs').default = createRequire(import.meta.url)('highs');
const highs = await loadHighs();

type Model = ReturnType<typeof highs.createModel>;

/** Numbers of the simplex methods in HiGHS. */
const DUAL_SIMPLEX = 1;
const PRIMAL_SIMPLEX = 4;
/** Maximum simplex iterations per solve, so that a degenerate linear program ends. */
const MOST_ITERATIONS = 50_000;

const TOLERANCE = 1e-6;

/** Value of HiGHS' `primal_solution_status` for a solution that keeps all rows. */
const FEASIBLE = 2;

const { simplexInterrupt, mipInterrupt } = highs.constants.callbackType;

/** Time of a simplex iteration in a search tree, with cuts and heuristics, in iterations of a linear program. Measured. */
const WORK_IN_TREE = 2;

/** Returns true once the time of a plan is over. */
export type IsOver = () => boolean;

/** Limits of branch and cut that do not depend on the machine: nodes of the search tree, and simplex iterations times rows. */
export interface TreeLimits {
  nodes: number;
  work: number;
}

/** Ring as a column of the master problem. */
export interface RingColumn {
  ring: ArcRing;
  /** Teacher arcs, ascending: the rows of the column. */
  arcs: readonly number[];
  value: number;
}

/**
 * Restricted master problem of column generation, solved by HiGHS: how many times to take each generated ring so that no arc is used more
 * often than its capacity and the total value is largest. Adds an arc's row when a ring first needs it.
 */
export class RingMaster {
  readonly columns: RingColumn[] = [];
  readonly #room: Int32Array;
  readonly #teacherArcCount: number;
  readonly #model: Model;
  readonly isOver: IsOver | undefined;
  readonly #known = new Set<string>();
  readonly #rowOf = new Map<number, number>();
  readonly #rowArcs: number[] = [];
  #level: Float64Array = new Float64Array(0);
  #rowDual: Float64Array = new Float64Array(0);
  #strategy = PRIMAL_SIMPLEX;
  /** Simplex iterations times rows so far. */
  work = 0;

  /**
   * @param capacity Maximum use of each arc; copied.
   * @param isOver Stops the solver within an iteration. A linear program that was stopped gives levels and duals of no use, but valid packings
   *   and bounds.
   */
  constructor(capacity: Int32Array, teacherArcCount: number, isOver?: IsOver) {
    this.isOver = isOver;
    this.#room = Int32Array.from(capacity);
    this.#teacherArcCount = teacherArcCount;
    this.#model = highs.createModel();
    this.#model.options.set({
      output_flag: false,
      presolve: 'off',
      simplex_iteration_limit: MOST_ITERATIONS,
      simplex_strategy: PRIMAL_SIMPLEX,
    });
  }

  /**
   * Adds a ring as a column.
   *
   * @returns false if a ring of the same teacher arcs exists.
   */
  add(ring: ArcRing, value: number): boolean {
    const arcs = ring.filter((arc) => arc < this.#teacherArcCount).sort((a, b) => a - b);
    const key = arcs.join();
    if (this.#known.has(key)) return false;
    this.#known.add(key);
    this.columns.push({ ring, arcs, value });
    const rows = arcs.map((arc) => this.#row(arc)).sort((a, b) => a - b);
    this.#model.addCol(-value, 0, highs.infinity, { indices: rows, values: rows.map(() => 1) });
    return true;
  }

  /** Sets the value of every column to its score. */
  valueBy(score: (ring: ArcRing) => number): void {
    this.columns.forEach((column, index) => {
      const value = score(column.ring);
      if (value === column.value) return;
      column.value = value;
      this.#model.changeColCost(index, -value);
    });
  }

  #row(arc: number): number {
    const existing = this.#rowOf.get(arc);
    if (existing !== undefined) return existing;
    const row = this.#rowArcs.length;
    this.#rowOf.set(arc, row);
    this.#rowArcs.push(arc);
    this.#model.addRow(-highs.infinity, this.#room[arc], { indices: [], values: [] });
    return row;
  }

  /** Remaining capacity of each arc; a copy. */
  get room(): Int32Array {
    return Int32Array.from(this.#room);
  }

  /** Resets the remaining capacities to these. */
  reset(capacity: Int32Array): void {
    this.#room.set(capacity);
    for (const [arc, row] of this.#rowOf) this.#model.changeRowBounds(row, -highs.infinity, capacity[arc]);
    this.#useStrategy(DUAL_SIMPLEX);
  }

  /** Fixes the column once: its arcs lose one unit of capacity. */
  fix({ arcs }: RingColumn): void {
    for (const arc of arcs) {
      this.#room[arc]--;
      this.#model.changeRowBounds(this.#row(arc), -highs.infinity, this.#room[arc]);
    }
    this.#useStrategy(DUAL_SIMPLEX);
  }

  /** Returns the number of times that the column still fits. */
  fits({ arcs }: RingColumn): number {
    let copies = Number.POSITIVE_INFINITY;
    for (const arc of arcs) copies = Math.min(copies, this.#room[arc]);
    return copies;
  }

  /**
   * Solves the linear program.
   *
   * @returns its value.
   */
  solve(): number {
    if (this.columns.length === 0) return 0;
    this.#run();
    const { colValue, rowDual } = this.#model.getSolution();
    this.#level = colValue;
    this.#rowDual = rowDual;

    const iterations = Number(this.#model.info.get('simplex_iteration_count'));
    this.work += Math.max(1, iterations) * this.#rowArcs.length;
    this.#useStrategy(PRIMAL_SIMPLEX);
    return 0 - this.#model.getObjectiveValue();
  }

  /** Level of each column in the last solution; may be fractional. */
  get levels(): Float64Array {
    return this.#level;
  }

  /** Writes the dual price of each teacher arc in the last solution; 0 for arcs that no column uses. */
  dualsInto(price: Float64Array): void {
    price.fill(0);
    for (let row = 0; row < this.#rowDual.length; row++) {
      price[this.#rowArcs[row] ?? 0] = Math.max(0, -this.#rowDual[row]);
    }
  }

  /**
   * Finds the best integer packing of the columns within the remaining capacities, by branch and cut.
   *
   * @returns the packing, empty if none was found, and a bound on every packing of these columns.
   */
  solveWhole(limits: TreeLimits): { rings: readonly RingColumn[]; bound: number } {
    if (this.columns.length === 0) return { rings: [], bound: 0 };
    this.#runWhole(limits);
    return { rings: this.#chosen(), bound: 0 - Number(this.#model.info.get('mip_dual_bound')) };
  }

  /**
   * Finds the packing with the best tie-break among those of at least this value.
   *
   * @returns the packing; empty if the search tree was too small to find one.
   */
  breakTies(value: number, limits: TreeLimits, tieBreakOf: (ring: ArcRing) => number): readonly RingColumn[] {
    if (this.columns.length === 0) return [];
    const indices = this.columns.map((_, index) => index);
    const values = this.columns.map((column) => column.value);
    this.#model.addRow(value - TOLERANCE, highs.infinity, { indices, values });
    this.columns.forEach(({ ring }, index) => void this.#model.changeColCost(index, -tieBreakOf(ring)));
    this.#runWhole(limits);
    return this.#chosen();
  }

  #runWhole({ nodes, work }: TreeLimits): void {
    this.columns.forEach((_, column) => void this.#model.changeColIntegrality(column, 1));
    this.#model.options.set({
      mip_rel_gap: 0,
      mip_abs_gap: 1e-6,
      mip_max_nodes: nodes,
      presolve: 'choose',
      simplex_iteration_limit: 2_147_483_647,
    });
    const each = WORK_IN_TREE * this.#rowArcs.length;
    let iterations = 0;
    this.#run((sofar) => {
      iterations = sofar;
      return sofar * each > work;
    });
    this.work += iterations * each;
  }

  /** Solves the model until the time is over, or until an integer program has used too many simplex iterations. */
  #run(isTooMuch?: (iterations: number) => boolean): void {
    const { isOver } = this;
    this.#model.run({
      ...(isOver !== undefined && {
        [simplexInterrupt]: (event) => {
          if (isOver()) event.interrupt();
        },
      }),
      ...(isTooMuch !== undefined && {
        [mipInterrupt]: (event) => {
          if (isTooMuch(Number(event.data.mip_total_lp_iterations ?? 0)) || isOver?.() === true)
            event.interrupt();
        },
      }),
    });
  }

  #chosen(): RingColumn[] {
    if (Number(this.#model.info.get('primal_solution_status')) !== FEASIBLE) return [];
    const level = this.#model.getSolution().colValue;
    return this.columns.flatMap((column, index) =>
      Array.from({ length: Math.round(level[index] ?? 0) }, () => column),
    );
  }

  #useStrategy(strategy: number): void {
    if (strategy === this.#strategy) return;
    this.#strategy = strategy;
    this.#model.options.set('simplex_strategy', strategy);
  }

  /** Frees the solver's memory. */
  dispose(): void {
    this.#model.dispose();
  }
}
