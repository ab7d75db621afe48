import type { Store } from './open-store.ts'

/** Small values that outlive the program: session, station name, the last choice on screen. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the name decides the type
export function findSetting<T>(db: Store, name: string): T | null {
  const row = db.prepare('select value from setting where name = ?').get(name) as
    | { value: string }
    | undefined
  return row ? (JSON.parse(row.value) as T) : null
}

export function putSetting(db: Store, name: string, value: unknown): void {
  db.prepare(
    'insert into setting (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
  ).run(name, JSON.stringify(value))
}

export function dropSetting(db: Store, name: string): void {
  db.prepare('delete from setting where name = ?').run(name)
}

/** What the server answered last to a question, with the time it was asked. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the kind decides the type
export function findCached<T>(
  db: Store,
  kind: string,
  key = '',
): { body: T; fetchedAt: string } | null {
  const row = db
    .prepare('select body, fetched_at from cached where kind = ? and key = ?')
    .get(kind, key) as { body: string; fetched_at: string } | undefined
  return row ? { body: JSON.parse(row.body) as T, fetchedAt: row.fetched_at } : null
}

export function putCached(db: Store, kind: string, key: string, body: unknown, at: string): void {
  db.prepare(
    `insert into cached (kind, key, body, fetched_at) values (?, ?, ?, ?)
     on conflict (kind, key) do update set body = excluded.body, fetched_at = excluded.fetched_at`,
  ).run(kind, key, JSON.stringify(body), at)
}
