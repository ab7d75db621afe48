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
} & (
  | { kind: 'submit'; body: InputOf<typeof markSubmit>['body'] }
  | { kind: 'correct'; body: InputOf<typeof markCorrect>['body'] }
)

/** What was given, in thousandths; null for a problem paper. */
export const totalOfItem = ({ body }: OutboxItem): number | null =>
  body.scores ? body.scores.reduce<number>((sum, score) => sum + (score ?? 0), 0) : null

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

/** Where unsent marks outlive a reload, a crash and a closed lid. */
export const outboxStore = {
  put: async (item: OutboxItem): Promise<void> => {
    await (await ready()).put('outbox', item)
  },
  remove: async (key: string): Promise<void> => {
    await (await ready()).delete('outbox', key)
  },
  /** Unsent items of everybody on this computer. */
  count: async (): Promise<number> => (await ready()).count('outbox'),
  /** Unsent items of a person, oldest first. */
  ofUser: async (userId: number): Promise<OutboxItem[]> => {
    const items = await (await ready()).getAllFromIndex('outbox', 'byUser', userId)
    return items.sort((a, b) => a.at - b.at)
  },
}

/** What sends and keeps marks needs of it. */
export type OutboxStore = Pick<typeof outboxStore, 'put' | 'remove' | 'ofUser'>
