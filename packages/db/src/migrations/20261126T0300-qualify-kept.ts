import { type Kysely, sql } from 'kysely'

interface Block {
  id: number
  settings: string
}

/**
 * Markers of joint exams and of those of high stakes qualify first, unless somebody chose otherwise. Where
 * marking is under way already, nobody is stopped half-way: it stays as it was.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<Block>`select id, settings from block where exists (
    select 1 from reading where reading.block_id = block.id
  )`.execute(db)
  for (const { id, settings } of rows) {
    const stored = JSON.parse(settings) as { qualify?: boolean }
    if (stored.qualify !== undefined) continue
    const kept = JSON.stringify({ ...stored, qualify: false })
    await sql`update block set settings = ${kept} where id = ${id}`.execute(db)
  }
}
