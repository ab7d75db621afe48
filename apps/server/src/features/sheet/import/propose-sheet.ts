import { type Db, transact } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { type Asker, defineJob, enqueue, findJob, type JobContext } from '../../../jobs/index.ts'
import type { Services } from '../../../services.ts'
import type { SheetImport } from './import.query.ts'
import { findImport, storePicture, updateImport } from './import.query.ts'
import { fileError } from './import-sheet.ts'
import { FileFault } from './open-file.ts'
import { runJob } from './run-job.ts'

/** Finds the marks of a sheet that was designed elsewhere, page by page. */
export const proposeSheet = defineJob<{ sheet_id: number }>(
  'sheet.propose',
  { title: '识别导入的答题卡', queue: 'sheet' },
  async (context, { sheet_id }) => {
    const sheet = await context.services.db
      .selectFrom('answer_sheet')
      .where('id', '=', sheet_id)
      .select(['id', 'name'])
      .executeTakeFirst()
    if (!sheet) throw new AppError('SHEET_NOT_FOUND')
    const found = await findImport(context.services.db, sheet)
    await propose(context, found).catch((cause: unknown) => {
      throw fileError(cause, sheet.name)
    })
  },
)

/** Begins to propose a sheet's template, unless that is under way. */
export const beginProposal = (
  services: Services,
  by: Asker,
  sheet: { id: number; name: string },
): Promise<string> =>
  transact(services.db, async (db) => {
    const { job_id } = await enqueue(
      db,
      services,
      proposeSheet,
      { sheet_id: sheet.id },
      {
        by,
        schoolId: by.schoolId,
        title: `识别答题卡：${sheet.name}`,
        dedupe: `sheet.propose:${sheet.id}`,
      },
    )
    await updateImport(services, db, sheet.id, { state: 'working', jobId: job_id, message: '' })
    return job_id
  })

/** How far the proposal is; one that was given up has failed. */
export async function stateOf(
  db: Db,
  { state, message, jobId, donePages }: SheetImport,
): Promise<Pick<SheetImport, 'state' | 'message' | 'donePages'>> {
  if (state !== 'working') return { state, message, donePages }
  const job = jobId === null ? undefined : await findJob(db, jobId)
  if (job?.state === 'waiting' || job?.state === 'running')
    return { state, message: '', donePages: job.done }
  const why = job?.state === 'cancelled' ? '识别已取消，需要时请重新识别' : job?.message
  return { state: 'failed', message: why || '识别没有完成，请重新识别', donePages: job?.done ?? 0 }
}

async function propose(
  { services, signal, progress }: JobContext,
  found: SheetImport,
): Promise<void> {
  const { db } = services
  const pages = [...found.pages]
  const draft: SheetImport['draft'] = []
  const parts: SheetImport['parts'] = []
  let hasNumber = false
  for (const [at, page] of pages.entries()) {
    progress(at, pages.length, `识别第 ${at + 1} 页`)
    signal.throwIfAborted()
    const picture = await services.images.readBytes(page.source.hash)
    const proposed = await runJob<'propose'>({
      kind: 'propose',
      picture: Uint8Array.from(picture),
      page: at + 1,
      paper: page.paper,
      firstNo: nextNo(draft),
    })
    const { straight } = proposed
    // Ids are unique in the sheet: the exam number of a later page is that of the first again.
    const fields = proposed.page.fields
      .filter(({ kind }) => kind !== 'examNo' || !hasNumber)
      .map((field) => (at > 0 ? { ...field, group: `p${at + 1}-${field.group}` } : field))
    hasNumber ||= fields.some(({ kind }) => kind === 'examNo')
    draft.push({ ...proposed.page, fields: distinct(fields, draft) })
    parts.push(
      ...proposed.parts.map((part) => ({
        ...part,
        target: at > 0 ? part.target.replace(/^group:/, `group:p${at + 1}-`) : part.target,
        page: at + 1,
      })),
    )
    pages[at] = {
      ...page,
      view: await storePicture(services, straight),
      pxPerMm: straight.pxPerMm,
    }
  }
  progress(pages.length, pages.length)
  await updateImport(services, db, found.sheetId, {
    pages,
    draft,
    parts,
    donePages: pages.length,
    state: 'ready',
  })
}

type Page = SheetImport['draft'][number]

function nextNo(pages: readonly Page[]): number {
  const fields = pages.flatMap((page) => page.fields)
  const regions = pages.flatMap((page) => page.regions)
  const numbers = [
    ...fields.map(({ id }) => Number(/^choice:(\d+)/.exec(id)?.[1] ?? 0)),
    ...regions.map(({ blockKey }) => Number(blockKey) || 0),
  ]
  return Math.max(0, ...numbers) + 1
}

/** Questions that an earlier page has already got a number of the second. */
function distinct(fields: Page['fields'], before: readonly Page[]): Page['fields'] {
  const taken = new Set(before.flatMap((page) => page.fields.map(({ id }) => id)))
  return fields.map((field) => {
    let { id } = field
    while (taken.has(id)) id = `${id}'`
    taken.add(id)
    return { ...field, id }
  })
}

/** Reads a sample with coordinates that are not saved yet. @throws FileFault */
export async function readSample(
  services: Services,
  found: SheetImport,
  sample: string,
  template: Parameters<typeof runJob<'read'>>[0]['template'],
) {
  const known = [...found.samples, ...found.pages.map(({ source }) => source)]
  if (!known.some(({ hash }) => hash === sample)) throw new FileFault('这张样张不存在，请重新上传')
  const picture = await services.images.readBytes(sample)
  return runJob<'read'>({ kind: 'read', picture: Uint8Array.from(picture), template })
}
