import { type ErrorCode, mayDo, type Permission, type Role } from '@hengjuan/domain'
import Type, { type Static, type TSchema } from 'typebox'
import { bounded, INT_MOST } from './bounded.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Where an id that decides access is found in a request: `query.exam_id`, `params.examId`, `body.block_id`. */
export type Place = `${'query' | 'params' | 'body'}.${string}`

/**
 * The thing a call is about. The server looks it up, answers 404 when the caller's current role
 * cannot reach it (school, grade, class or subject out of scope), and hands the found row on.
 */
export interface Target {
  school?: Place
  exam?: Place
  /** Subject of the exam named beside it, checked against the role's subjects. */
  subject?: Place
  block?: Place
  sheet?: Place
  scanSheet?: Place
  unit?: Place
  student?: Place
  class?: Place
  snapshot?: Place
}

/**
 * Who may call beside those whose role reaches what the call is about: whoever leads (`leads`), or marks or
 * leads (`assigned`), the block that it is about; where it names none, some block of its exam.
 */
export type OrDuty = 'leads' | 'assigned'

/**
 * Who else has a part in a joint exam: the schools that take part (`member`), and bureaus above them (`region`).
 * Calls that let them in answer with what the view of the exam leaves them (`found.view` at the server).
 */
export type JointSide = 'member' | 'region'

/** Who may call. There is no default: a route without a rule does not compile. */
export type Access =
  | { kind: 'anyone'; why: string }
  | { kind: 'signedIn' }
  | {
      kind: 'can'
      permission: Permission
      on: Target
      or?: OrDuty
      /** Who may call beside the organiser of the exam; nobody without it. */
      sides?: readonly JointSide[]
    }

export const anyone = (why: string): Access => ({ kind: 'anyone', why })
export const signedIn: Access = { kind: 'signedIn' }
export const can = (permission: Permission, on: Target = {}): Access => ({
  kind: 'can',
  permission,
  on,
})

/** The same, and who else has a part in the exam: the answer is cut to what they may see of it. */
export const inJoint = (access: Access, ...sides: JointSide[]): Access =>
  access.kind === 'can' ? { ...access, sides } : access

/**
 * The same, and whoever leads the block that the call is about (题组长), for that block only. A call that names
 * an exam alone lets in who leads a block of it, and answers about no other block.
 */
export const canOrLeads = (permission: Permission, on: Target): Access => ({
  kind: 'can',
  permission,
  on,
  or: 'leads',
})

/** The same, and whoever marks or leads there. The call answers about their own blocks. */
export const canOrAssigned = (permission: Permission, on: Target): Access => ({
  kind: 'can',
  permission,
  on,
  or: 'assigned',
})

const DUTIES: Record<OrDuty, readonly Permission[]> = {
  leads: ['marking.arbitrate'],
  assigned: ['marking.mark', 'marking.arbitrate'],
}

/** Can the role have that duty? Only the current role counts: a duty held in another one opens nothing. */
export const canHaveDuty = (role: Role, duty: OrDuty): boolean =>
  DUTIES[duty].some((permission) => mayDo(role, permission))

/** May the role come in at all, by its permission or by a duty that it can have? What it reaches is asked then. */
export const mayEnter = (
  role: Role,
  { permission, or }: { permission: Permission; or?: OrDuty },
): boolean => mayDo(role, permission) || (or !== undefined && canHaveDuty(role, or))

/** How a body arrives: JSON, a form (urlencoded or multipart, also as JSON), multipart with one file, or raw bytes. */
export type BodyKind = 'json' | 'form' | 'multipart' | 'bytes'
/** How a reply leaves: the JSON envelope, a file to save, an image, server-sent events. */
export type ReplyKind = 'json' | 'file' | 'image' | 'events'

interface Shape {
  method: Method
  path: string
  /** Chinese, one line, for the API documentation. */
  summary: string
  /** Area of the specification's list of calls. */
  area: string
  access: Access
  /** Also for whoever has yet to change an initial password or to set up a second factor. */
  early?: true
  params?: TSchema
  query?: TSchema
  body?: TSchema
  bodyKind?: BodyKind
  /** Name of the part that holds the file of a multipart body; `file` without it. */
  fileField?: string
  reply?: TSchema
  replyKind?: ReplyKind
  errors?: readonly ErrorCode[]
  /** `code` of the envelope on success; the permission and storage-token calls say 10000. */
  successCode?: 200 | 10000
}

type StaticOr<S, Else> = S extends TSchema ? Static<S> : Else

/** A call, defined once. `~in` and `~out` exist only as types. */
export interface Route<In = unknown, Out = unknown> extends Shape {
  readonly '~in'?: In
  readonly '~out'?: Out
}

type Part<Name extends string, S> = S extends TSchema ? { [K in Name]: Static<S> } : unknown

/** Name of the part that holds the file of a multipart body. */
export const fileFieldOf = ({ fileField = 'file' }: Pick<Shape, 'fileField'>): string => fileField

/** `{ params, query, body }` with only what the route declares. */
type InputFor<S extends Shape> = Part<'params', S['params']> &
  Part<'query', S['query']> &
  (S['bodyKind'] extends 'bytes' | 'multipart' ? unknown : Part<'body', S['body']>)

export type InputOf<R> = R extends Route<infer In> ? In : never
export type ReplyOf<R> = R extends Route<unknown, infer Out> ? Out : never

/**
 * Defines a call of the specification. Server, clients, OpenAPI and the access tests read this value. What comes in
 * has the limits of `bounded`, whatever the shape says.
 */
export function defineRoute<const S extends Shape>(
  shape: S,
): Route<InputFor<S>, StaticOr<S['reply'], null>> & Omit<S, never> {
  const { params, query, body } = shape
  return {
    ...shape,
    ...(params && { params: bounded(params) }),
    ...(query && { query: bounded(query) }),
    ...(body && { body: bounded(body) }),
  }
}

/** Query fields of a paged list. `page` counts from 1. */
export const paging = {
  page: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1, description: '页码，从 1 开始' }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 5000, default: 20, description: '每页条数' }),
  ),
}

/** A page of rows with the total number of rows there are. */
export const listOf = <T extends TSchema>(item: T) =>
  Type.Object({
    list: Type.Array(item),
    total: Type.Integer(),
    page: Type.Integer(),
    page_size: Type.Integer(),
  })

/** A body or reply with nothing in it but that it worked. */
export const done = Type.Object({ ok: Type.Literal(true) })

/** Scores on the wire are thousandths of a point. */
export const MilliScore = Type.Integer({ description: '分数，单位为千分之一分' })
/** A share as an exact fraction: percent truncates, which a binary float cannot do faithfully. */
export const Ratio = Type.Object({ num: Type.Integer(), den: Type.Integer() })
export const Id = Type.Integer({ minimum: 1, maximum: INT_MOST })
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
export const Time = Type.String({ description: 'UTC 时间，ISO 8601' })

/** The envelope of every JSON reply. */
export interface Envelope {
  code: number
  msg: string
  data: unknown
}

/** What a refused call answers beside the envelope's `code` and `msg`. */
export interface ErrorEnvelope extends Envelope {
  data: null
  error: ErrorCode
  facts: Record<string, unknown>
  fields: { path: string; msg: string }[]
  request_id: string
}
