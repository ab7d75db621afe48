import type { Services } from '../../../services.ts'
import type { SheetImport } from './import.query.ts'
import { storePicture, updateImport } from './import.query.ts'
import { FileFault } from './open-file.ts'
import { runJob } from './run-job.ts'

/** Sheets that this server is working on. */
const running = new WeakMap<Services, Set<number>>()

/** Begins to propose a sheet's template, unless it is at it already. */
export async function beginProposal(services: Services, found: SheetImport): Promise<void> {
  const own = running.get(services) ?? new Set()
  running.set(services, own)
  if (own.has(found.sheetId)) return
  own.add(found.sheetId)
  await updateImport(services, services.db, found.sheetId, {
    state: 'working',
    donePages: 0,
    message: '',
  })
  void propose(services, found)
    .catch(async (cause: unknown) => {
      const message =
        cause instanceof FileFault ? cause.message : '识别时出错，请重试；仍不行请手工添加'
      await updateImport(services, services.db, found.sheetId, { state: 'failed', message })
    })
    // A server that is being closed has no database any more.
    .catch(() => undefined)
    .finally(() => own.delete(found.sheetId))
}

/** The state as it is: work that a restart cut off does not go on by itself. */
export function stateOf(
  services: Services,
  { sheetId, state, message }: SheetImport,
): Pick<SheetImport, 'state' | 'message'> {
  if (state !== 'working' || running.get(services)?.has(sheetId)) return { state, message }
  return { state: 'failed', message: '服务重新启动过，识别没有完成，请重新识别' }
}

async function propose(services: Services, found: SheetImport): Promise<void> {
  const { db } = services
  const pages = [...found.pages]
  const draft: SheetImport['draft'] = []
  const parts: SheetImport['parts'] = []
  let hasNumber = false
  for (const [at, page] of pages.entries()) {
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
    await updateImport(services, db, found.sheetId, { donePages: at + 1 })
  }
  await updateImport(services, db, found.sheetId, { pages, draft, parts, state: 'ready' })
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
