import type { InputOf, markCorrect, markSubmit } from '@hengjuan/contracts'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** Something a marker gave that the server has not confirmed yet. */
export type OutboxItem = {
  /** The idempotency key: sending it again does no harm. */
  key: string
  userId: number
  at: number
  /** For the tray, should the server refuse it. */
  secretCode: string
  /** What the scores are worth together, in thousandths; absent in what older pages left. */
  totalMilli?: number
  /** Why it was refused, in Chinese; absent while it waits to be sent. Kept until its marker has read it. */
  refusal?: string
} & (
  | { kind: 'submit'; body: InputOf<typeof markSubmit>['body'] }
  | { kind: 'correct'; body: InputOf<typeof markCorrect>['body'] }
)

/** What was given, in thousandths; null for a problem paper. */
export const totalOfItem = ({ body, totalMilli }: OutboxItem): number | null =>
  totalMilli ??
  (body.scores ? body.scores.reduce<number>((sum, score) => sum + (score ?? 0), 0) : null)

interface Schema extends DBSchema {
  outbox: { key: string; value: OutboxItem; indexes: { byUser: number } }
}

const open = (): Promise<IDBPDatabase<Schema>> =>
  openDB<Schema>('hengjuan-marking', 1, {
    upgrade(db) {
      db.createObjectStore('outbox', { keyPath: 'key' }).createIndex('byUser', 'userId')
    },
  })

let database: Promise<IDBPDatabase<Schema>> | null = null
const ready = () => (database ??= open())

/** What the browser did not store (a private window, a full disk): there as long as the page is. */
const unstored = new Map<string, OutboxItem>()

/** Everything of a person, or of everybody on this computer; oldest first. */
async function itemsOf(userId?: number): Promise<OutboxItem[]> {
  const stored = await ready()
    .then((db) =>
      userId === undefined ? db.getAll('outbox') : db.getAllFromIndex('outbox', 'byUser', userId),
    )
    .catch(() => [])
  const beside = [...unstored.values()].filter(
    (item) => userId === undefined || item.userId === userId,
  )
  return [...stored.filter(({ key }) => !unstored.has(key)), ...beside].toSorted(
    (a, b) => a.at - b.at,
  )
}

const isRefused = ({ refusal }: OutboxItem): boolean => refusal !== undefined

/** Where what a marker gave outlives a reload, a crash and a closed lid. */
export const outboxStore = {
  /** @returns whether it would outlive the page */
  put: async (item: OutboxItem): Promise<boolean> => {
    try {
      await (await ready()).put('outbox', item)
      unstored.delete(item.key)
      return true
    } catch {
      unstored.set(item.key, item)
      return false
    }
  },
  remove: async (key: string): Promise<void> => {
    unstored.delete(key)
    await ready()
      .then((db) => db.delete('outbox', key))
      .catch(() => undefined)
  },
  /** Unsent items of everybody on this computer. */
  count: async (): Promise<number> => (await itemsOf()).filter((item) => !isRefused(item)).length,
  /** Unsent items of a person, oldest first. */
  ofUser: async (userId: number): Promise<OutboxItem[]> =>
    (await itemsOf(userId)).filter((item) => !isRefused(item)),
  /** What the server refused and its marker has not read about, oldest first. */
  refusedOf: async (userId: number): Promise<OutboxItem[]> =>
    (await itemsOf(userId)).filter(isRefused),
}

/** What sends and keeps marks needs of it. */
export type OutboxStore = Pick<typeof outboxStore, 'put' | 'remove' | 'ofUser'>
