import type { Db, Tables } from '@hengjuan/db'
import type {
  ContentHints,
  ImportField,
  ImportKind,
  MappedRow,
  Permission,
  Role,
} from '@hengjuan/domain'
import type { Selectable } from 'kysely'
import type { ExamView } from '../http/exam-view.ts'
import type { Services } from '../services.ts'

/** Where an import goes to. */
export interface ImportPlace {
  /** School or bureau of whoever imports. */
  schoolId: number
  /** Who imports, in which role. */
  by: { userId: number; role: Role }
  /** Of kinds that belong to an exam. */
  on: { exam: Selectable<Tables['exam']>; view: ExamView } | null
  /** What was chosen for the whole file before it was read, in the words of the kind. */
  options: Readonly<Record<string, unknown>>
  /** When rows are written or restored: of which batch, and the fields that its file has a column for. */
  batch: { id: number; columns: readonly string[] } | null
  /** UTC ISO. */
  now: string
}

/** What stands against a cell of a row. */
export interface CellProblem {
  /** Field of the kind; empty where it is about the row. */
  field: string
  code: string
  message: string
  /** What was meant, most likely: the value to put in the place of the text of the cell. */
  fix?: string | undefined
}

interface Change {
  /** As people read it. */
  field: string
  before: string
  after: string
}

/** What a row of the file comes to. `Line` is what `write` needs to know of it. */
export interface PlannedRow<Line> {
  row: number
  /** What the row is known by: number of a student. */
  key: string
  name: string
  action: 'add' | 'change' | 'same' | 'back'
  /** Of what it changes or leaves. */
  id: number | null
  line: Line
  changes: Change[]
  errors: CellProblem[]
  /** To be looked at; it is written all the same. */
  warnings: CellProblem[]
}

/** Known here, and not in the file. */
export interface MissingRow {
  id: number
  key: string
  name: string
  /** Why it cannot be taken away by this import; null where it can. */
  fixed: string | null
}

export interface ImportPlan<Line> {
  rows: PlannedRow<Line>[]
  missing: MissingRow[]
  /** About the file as a whole. */
  warnings: { code: string; message: string }[]
  /** What a person has to accept before it is written. */
  toAccept?: { ack: string; message: string }[]
}

/** A table under the fields of the kind. */
export interface PlanTable<Column extends string> {
  rows: MappedRow<Column>[]
  has: (column: Column) => boolean
}

/** A row as it is in the database, to be compared and restored: small, JSON. */
export type RowState = Readonly<Record<string, unknown>>

/** Who changed a row, and when, UTC ISO. */
export interface Editor {
  name: string
  at: string
}

/** An account that an import opened; its password is told once. */
export interface OpenedAccount {
  account: string
  name: string
  initial_password: string
}

/** What can be imported. Its methods say what a row means; batches, files, rows and undoing are the engine's. */
export interface ImportDefinition<Line = unknown, Column extends string = string> {
  readonly kind: ImportKind
  /** 学生 */
  readonly label: string
  readonly permission: Permission
  readonly ofExam: boolean
  /** May the faultless rows go in without the others? */
  readonly takesGoodRows: boolean
  readonly fields: readonly ImportField<Column>[]
  /** Longer files are refused, with how many rows there may be. Default: what a file can have. */
  readonly mostRows?: number
  /** Where the columns follow from the place: in the stead of `fields`. */
  fieldsAt?: (db: Db, place: ImportPlace) => Promise<readonly ImportField<Column>[]>
  /** Throws where nothing may be imported now, before anything is looked at. */
  assertOpen(place: ImportPlace, db: Db): void | Promise<void>
  hints: (db: Db, place: ImportPlace) => Promise<ContentHints>
  /** Reads, and writes nothing. Asked again before writing: what it says must come from the table and the database. */
  plan(db: Db, place: ImportPlace, table: PlanTable<Column>): Promise<ImportPlan<Line>>
  /** Called in the transaction of a write or an undo, first: until its end nobody else changes the same list. */
  lock(db: Db, place: ImportPlace): Promise<void>
  /** What takes long and reads nothing, done before the transaction for as many rows as may be added. */
  prepare?(count: number): Promise<unknown>
  /**
   * Writes rows without errors that are not `same`.
   *
   * @param prepared what `prepare` made
   * @returns ids by number of the row, what an undo has to know of what was made beside them, and what is told once
   */
  write(
    db: Db,
    place: ImportPlace,
    rows: readonly PlannedRow<Line>[],
    prepared: unknown,
  ): Promise<{
    ids: ReadonlyMap<number, number>
    made?: unknown
    accounts?: readonly OpenedAccount[]
  }>
  /**
   * Takes away missing rows that somebody ticked.
   *
   * @returns what an undo needs to put them back, where they are not there any more; it is `removed` of what was made
   */
  remove(db: Db, place: ImportPlace, ids: readonly number[]): Promise<unknown>
  states(db: Db, place: ImportPlace, ids: readonly number[]): Promise<Map<number, RowState>>
  /**
   * Puts rows back as they were; those that had not been there (`before` null) go, and those that `remove` took away
   * come back.
   *
   * @returns why some of them stay, by id
   */
  restore(
    db: Db,
    place: ImportPlace,
    rows: readonly { id: number; before: RowState | null }[],
    made: unknown,
  ): Promise<Map<number, string>>
  /** Who changed rows since then, by id, as far as the audit tells. */
  editors(db: Db, place: ImportPlace, since: string): Promise<Map<number, Editor>>
  /** What else is done when a write or an undo of these is certain. */
  follow?(services: Services, place: ImportPlace, ids: readonly number[]): Promise<void>
}

/** Defines a kind of import; it goes into the list in `features/import/kinds.ts`. */
export const defineImport = <Line, Column extends string>(
  kind: ImportKind,
  definition: Omit<ImportDefinition<Line, Column>, 'kind'>,
): ImportDefinition<Line, Column> => ({ kind, ...definition })
