import { markCorrect, markNext, markSubmit, supervisedSubjects } from '@hengjuan/contracts'
import { beforeAll, expect, test } from 'vitest'
import { settle, shoot } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2
const NAME = '分差超阈值'

const block = () => {
  const found = stage.world.almostDone.blocks.find(
    ({ subjectId, markMode, name }) =>
      subjectId === MATHEMATICS && markMode === 2 && name === '第21题',
  )
  if (!found) throw new Error('a block that is read twice without an arbitrator')
  return found
}

/** Two markers give one paper nothing and everything: what they have in hand, or what they gave before. */
beforeAll(async () => {
  const on = { block_id: block().blockId }
  const hands = new Map<number, { marker: string; readingId: number; isGiven: boolean }[]>()
  const fulls = new Map<number, number[]>()
  for (const marker of ['marker1', 'marker2', 'marker3', 'marker4']) {
    const who = await stage.world.signIn(marker)
    const { tasks } = await who.call(markNext, { query: { ...on, n: 10 } })
    const given = await who.call(markNext, { query: { ...on, marked: 1 } })
    for (const { unit_id, reading_id, points, kind, locked_reason } of [...tasks, ...given.tasks]) {
      if (locked_reason !== null || !['normal', 'backmark'].includes(kind)) continue
      const hand = { marker, readingId: reading_id, isGiven: kind === 'backmark' }
      hands.set(unit_id, [...(hands.get(unit_id) ?? []), hand])
      fulls.set(
        unit_id,
        points.map(({ full_milli }) => full_milli),
      )
    }
  }
  const [unitId, pair] = [...hands].find(([, held]) => held.length === 2) ?? []
  if (unitId === undefined || !pair) throw new Error('every paper has two readers')
  for (const [no, { marker, readingId, isGiven }] of pair.entries()) {
    const who = await stage.world.signIn(marker)
    await who.call(isGiven ? markCorrect : markSubmit, {
      body: {
        ...on,
        reading_id: readingId,
        idem_key: `far-apart-${readingId}`,
        scores: (fulls.get(unitId) ?? []).map((full) => (no === 0 ? 0 : full)),
      },
    })
  }
})

test('papers whose readings were combined though far apart are found from their number', async () => {
  const { examId } = stage.world.almostDone.exam
  const director = await stage.world.signIn('director')
  const { blocks } = await director.call(supervisedSubjects, { query: { exam_id: examId } })
  const total = blocks.reduce((sum, row) => sum + (row.flag_counts?.over_tolerance ?? 0), 0)
  const own = blocks.find(({ block_id }) => block_id === block().blockId)?.flag_counts
  expect(own?.over_tolerance).toBeGreaterThan(0)

  const visitor = await stage.enter('director', `/MarkingSupervision?exam_id=${examId}`)
  const { page } = visitor
  const line = page.getByLabel('需留意的试卷').first()
  await line.getByRole('button', { name: `${NAME} ${total}` }).waitFor()
  await settle(page)
  await shoot(page, '/MarkingSupervision', 'flags')
  await line.getByRole('button', { name: `${NAME} ${total}` }).click()
  const desk = page.getByTestId('paper-desk')
  await desk.getByText(`共 ${total} 份`).waitFor()
  await desk.getByText('按无仲裁的评卷方式直接合分').waitFor()
  await desk.getByText('改分或转仲裁', { exact: false }).first().waitFor()
  await desk.getByRole('region', { name: '评阅情况' }).waitFor()
  await settle(page)
  await shoot(page, '/MarkingSupervision', 'flag-papers')
  // From there to all papers, and back.
  await desk.getByRole('radio', { name: '全部' }).click()
  await expect.poll(() => desk.getByText(/^共 \d+ 份/).innerText()).not.toContain(`共 ${total} 份`)
  await desk.getByRole('radio', { name: new RegExp(`^${NAME}`) }).click()
  await desk.getByText(`共 ${total} 份`).waitFor()
  await page.keyboard.press('Escape')

  // A block has its own.
  await page.goto(`/MarkingSupervision?exam_id=${examId}&block_id=${block().blockId}`)
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: `${NAME} ${own?.over_tolerance ?? 0}` }).waitFor()
  await settle(page)
  await shoot(page, '/MarkingSupervision', 'flags-block')
  expectQuiet(visitor)
})

test('whoever checks scores finds their candidates, and what to look at', async () => {
  const { examId } = stage.world.almostDone.exam
  const visitor = await stage.enter(
    'admin',
    `/score-check?exam_id=${examId}&subject_id=${MATHEMATICS}`,
  )
  const { page } = visitor
  await page.getByRole('radio', { name: /^需留意/ }).click()
  const list = page.getByRole('grid', { name: '考生得分' })
  await list.getByText(`第21题${NAME}`).first().waitFor()
  await list.getByText(`第21题${NAME}`).first().click()
  // The paper is long: what to look at is reached from its head.
  const told = page.getByText('请对照卷面核对两次给分，不妥时在下面改分并写明理由').first()
  await page.getByRole('button', { name: `第21题 ${NAME}` }).click()
  await expect
    .poll(async () => ((await told.boundingBox())?.y ?? 9999) < (page.viewportSize()?.height ?? 0))
    .toBe(true)
  await settle(page)
  await shoot(page, '/score-check', 'flags')
  expectQuiet(visitor)
})
