import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { ownPaper } from './mark-queue.ts'
import { selectOwnPapers, selectPaperOfUnit } from './own-papers.query.ts'
import { openMarkedSubject } from '../../marking/testing/marked-subject.ts'

everyDatabase('own papers on %s', (kind) => {
  test('own papers are found by score and secret code, the latest first', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 4 })
    const { services, blockId, markerIds } = subject
    const [own = 0, other = 0] = markerIds
    for (const points of [3, 8, 15]) {
      await subject.mark(own, points)
      subject.advance(60_000)
    }
    await subject.mark(other, 8)
    const find = async (filter: object) =>
      (await selectOwnPapers(services.db, { blockId, markerId: own, ...filter }, 30)).map(
        ({ total_milli }) => (total_milli ?? 0) / 1000,
      )
    expect(await find({})).toEqual([15, 8, 3])
    expect(await find({ lowMilli: 8000, highMilli: 8000 })).toEqual([8])
    expect(await find({ flag: 'excellent' })).toEqual([])
    const [latest] = await selectOwnPapers(services.db, { blockId, markerId: own }, 1)
    expect(await find({ before: latest?.submitted_at ?? '' })).toEqual([8, 3])
    expect(await find({ isSentBack: true })).toEqual([])
    await services.db
      .updateTable('reading')
      .set({ rejections: 1 })
      .where('id', '=', latest?.id ?? 0)
      .execute()
    expect(await find({ isSentBack: true })).toEqual([15])
    const unit = await services.db
      .selectFrom('unit')
      .select('secret_code')
      .where('id', '=', latest?.unit_id ?? 0)
      .executeTakeFirstOrThrow()
    expect(await find({ code: unit.secret_code.toLowerCase() })).toEqual([15])
    const answers = await selectPaperOfUnit(services.db, latest?.unit_id ?? 0)
    expect(answers.map(({ id }) => id)).toEqual([latest?.unit_id])
  })

  test('of papers that were submitted at one moment, none is left out from page to page or on the way back', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 4 })
    const { services, blockId, markerIds } = subject
    const [own = 0] = markerIds
    for (const points of [3, 8, 15]) await subject.mark(own, points)
    const all = (await selectOwnPapers(services.db, { blockId, markerId: own }, 30)).map(
      ({ id }) => id,
    )
    expect(all).toHaveLength(3)
    const paged: number[] = []
    let last: { submitted_at: string | null; id: number } | undefined
    do {
      const before = last && { before: last.submitted_at ?? '', beforeId: last.id }
      const page = await selectOwnPapers(services.db, { blockId, markerId: own, ...before }, 1)
      last = page.at(-1)
      paged.push(...page.map(({ id }) => id))
    } while (last)
    expect(paged).toEqual(all)
    const walked = [all[0] ?? 0]
    for (let at: number | undefined = all[0]; at !== undefined;) {
      const wanted = { readingId: at, previous: true, whole: false }
      at = (await ownPaper(services, blockId, own, wanted)).tasks[0]?.reading_id
      if (at !== undefined) walked.push(at)
    }
    expect(walked).toEqual(all)
  })
})
