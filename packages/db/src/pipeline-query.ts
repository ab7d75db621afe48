import pg from 'pg'

/** A statement and its values. */
export interface Sendable {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** What a statement of a pipeline came to, as `pg` tells it of a query. */
export interface Answer {
  command: string
  rowCount: number | null
  rows: object[]
}

/** A statement that a connection has prepared. */
interface Prepared {
  name: string
  /** What its rows look like, once it has told. */
  rowOf: RowReader | null
}

type RowReader = (values: readonly (string | null)[]) => object

interface Field {
  name: string
  dataTypeID: number
}

/** The part of `pg`'s connection that speaks the protocol; its own types are older than its methods. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void }
  parse(message: { name: string; text: string }): void
  bind(message: {
    statement: string
    values: readonly unknown[]
    valueMapper: (value: unknown) => string | Buffer | null
  }): void
  describe(message: { type: 'P'; name: string }): void
  execute(message: null): void
  sync(): void
}

/** Statements that connections have prepared, by text. */
const preparedOn = new WeakMap<object, Map<string, Prepared>>()
/** Names are never used again: of a pipeline that failed it is not known which of its statements were prepared. */
let lastName = 0

/**
 * Statements that reach the server in one piece and run one after the other, with one answer for all of them. Where
 * one fails, those behind it are not run, and the transaction that they were part of can only be rolled back.
 *
 * `pg` sends a query for itself: the server answers each with a piece of its own, and tells each time what the rows
 * look like. For short statements that is a good part of what they cost on both sides.
 *
 * @source PostgreSQL, protocol flow, pipelining: everything up to one Sync is answered up to one ReadyForQuery
 */
export class PipelineQuery extends pg.Query {
  /** Resolves with what each statement came to. */
  readonly answers: Promise<Answer[]>
  readonly #statements: readonly Sendable[]
  readonly #isKept: (text: string) => boolean
  readonly #types: pg.CustomTypesConfig
  readonly #given: Answer[] = []
  /** Of the statements, those that the connection has or is about to have prepared. */
  readonly #prepared: (Prepared | null)[] = []
  #known: Map<string, Prepared> | undefined
  #rows: object[] = []
  #rowOf: RowReader | null = null
  #failure: unknown
  #resolve!: (answers: Answer[]) => void
  #reject!: (error: unknown) => void

  /**
   * @param isKept whether a statement with this text is worth keeping prepared on its connection
   */
  constructor(
    statements: readonly Sendable[],
    types: pg.CustomTypesConfig,
    isKept: (text: string) => boolean,
  ) {
    super('')
    this.#statements = statements
    this.#types = types
    this.#isKept = isKept
    this.answers = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  override submit = (connection: object): null => {
    const wire = connection as Wire
    const known = preparedOn.get(connection) ?? new Map<string, Prepared>()
    preparedOn.set(connection, known)
    this.#known = known
    wire.stream.cork()
    try {
      for (const { sql, parameters } of this.#statements) {
        let prepared = known.get(sql) ?? null
        if (!prepared) {
          const isKept = this.#isKept(sql)
          const name = isKept ? `kept_${++lastName}` : ''
          wire.parse({ name, text: sql })
          if (isKept) known.set(sql, (prepared = { name, rowOf: null }))
        }
        this.#prepared.push(prepared)
        wire.bind({ statement: prepared?.name ?? '', values: parameters, valueMapper: valueOf })
        if (!prepared?.rowOf) wire.describe({ type: 'P', name: '' })
        wire.execute(null)
      }
    } finally {
      wire.sync()
      wire.stream.uncork()
    }
    this.#begin()
    return null
  }

  #begin(): void {
    this.#rows = []
    this.#rowOf = this.#prepared[this.#given.length]?.rowOf ?? null
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.#rowOf = rowReader(fields, this.#types)
    const prepared = this.#prepared[this.#given.length]
    if (prepared) prepared.rowOf = this.#rowOf
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    try {
      const row = this.#rowOf?.(fields)
      if (row) this.#rows.push(row)
    } catch (error) {
      // What a value cannot be read as; the pipeline itself goes on to its end.
      this.#failure ??= error
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const prepared = this.#prepared[this.#given.length]
    // Asked what its rows look like, it said nothing: it has none.
    if (prepared) prepared.rowOf ??= NO_ROWS
    const [command = '', ...numbers] = text.split(' ')
    const count = numbers.at(-1)
    this.#given.push({
      command,
      rowCount: count === undefined ? null : Number(count),
      rows: this.#rows,
    })
    this.#begin()
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  handleError(error: unknown): void {
    // Which of them were prepared before it failed is not told.
    for (const { sql } of this.#statements) this.#known?.delete(sql)
    this.#reject(error)
  }

  handleReadyForQuery(): void {
    if (this.#failure === undefined) this.#resolve(this.#given)
    else this.#reject(this.#failure)
  }
}

const NO_ROWS: RowReader = () => ({})

/** As `pg` does it, but for lists of numbers, which need no quoting. */
function valueOf(value: unknown): string | Buffer | null {
  if (Array.isArray(value) && value.every((one) => typeof one === 'number'))
    return `{${value.join(',')}}`
  return prepareValue(value)
}

const { prepareValue } = (
  pg as unknown as { utils: { prepareValue: (value: unknown) => string | Buffer | null } }
).utils

function rowReader(fields: readonly Field[], types: pg.CustomTypesConfig): RowReader {
  const names = fields.map(({ name }) => name)
  const readers = fields.map(
    ({ dataTypeID }) => types.getTypeParser(dataTypeID, 'text') as (text: string) => unknown,
  )
  return (values) => {
    const row: Record<string, unknown> = {}
    for (let at = 0; at < names.length; at++) {
      const value = values[at]
      row[names[at] as string] = value == null ? null : readers[at]?.(value)
    }
    return row
  }
}
