import { allocationGet, allocationSet, markNext, markSubmit, staffAdd } from '@hengjuan/contracts'
import { ulid } from 'ulid'
import { expect, test } from 'vitest'
import { ownAccount } from '../scripts/demo/account.ts'
import { shoot } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2
const [ONE, OTHER] = ['李慧敏（marker2）', '李慧敏（li.huimin.2）']

test('two markers of one name in a block are told apart wherever they are named', async () => {
  const { exam, blocks } = stage.world.underWay
  const block = blocks.find(
    ({ subjectId, markMode }) => subjectId === MATHEMATICS && markMode === 0,
  )
  if (!block) throw new Error('a block that is marked once is under way')
  const on = { block_id: block.blockId }
  const admin = await stage.world.signIn('admin')
  const { user_id, initial_password } = await admin.call(staffAdd, {
    body: {
      account: 'li.huimin.2',
      name: '李慧敏',
      roles: [{ role: 'marking_teacher', grade_ids: [exam.gradeId], subject_ids: [MATHEMATICS] }],
    },
  })
  await ownAccount(() => stage.world.address, 'li.huimin.2', initial_password)
  const { list } = await admin.call(allocationGet, { query: on })
  await admin.call(allocationSet, {
    body: {
      ...on,
      markers: [
        ...list.map(({ marker_id, duty }) => ({
          marker_id,
          duty: duty === 'leader' ? ('leader' as const) : ('marker' as const),
        })),
        { marker_id: user_id },
      ],
    },
  })
  const own = await stage.world.signIn('li.huimin.2')
  const { tasks } = await own.call(markNext, { query: { ...on, n: 3 } })
  for (const { reading_id, points } of tasks.slice(1))
    await own.call(markSubmit, {
      body: {
        ...on,
        reading_id,
        idem_key: ulid(),
        scores: points.map(() => 4000),
        active_ms: 3000,
      },
    })

  const visitor = await stage.enter(
    'admin',
    `/MarkingSupervision?exam_id=${exam.examId}&subject_id=${MATHEMATICS}`,
  )
  const { page } = visitor
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: block.name })
  await row.click()
  const drawer = page.getByRole('dialog', { name: `数学 · ${block.name}` })
  // In a narrow column, what tells them apart is not what is left out.
  for (const account of ['marker2', 'li.huimin.2']) {
    const below = drawer.getByRole('row').getByText(account, { exact: true })
    await below.waitFor()
    expect(await below.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)
  }
  await drawer.getByTitle(OTHER).first().click()
  await drawer.getByText(`${OTHER}的给分曲线与全体对照`).first().waitFor()
  await shoot(page, '/MarkingSupervision', 'namesakes')

  await drawer.locator('label').filter({ hasText: '给分分布' }).click()
  await drawer.getByRole('rowheader', { name: OTHER }).waitFor()

  // In whose hands a paper is, and from whom it would be taken back.
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await row
    .getByTitle(/的这些试卷/)
    .nth(2)
    .click()
  const desk = page.getByTestId('paper-desk')
  await desk
    .getByTitle(OTHER)
    .getByText(/^li\.huimin\.2/)
    .waitFor()
  await desk.getByRole('button', { name: '收回' }).click()
  await page.getByRole('dialog').getByText(`${OTHER}手中的这份试卷回到任务池`).waitFor()
  await shoot(page, '/MarkingSupervision', 'namesake-recall')

  await page.goto(`/changeMarker?block_id=${block.blockId}`)
  for (const name of [ONE, OTHER]) await page.getByLabel(`${name}的处理`).waitFor()
  await shoot(page, '/changeMarker', 'namesakes')

  // Of oneself, the page says the name alone.
  const teacher = await stage.enter('li.huimin.2', '/')
  await teacher.page.getByRole('button', { name: '李慧敏，账号菜单' }).waitFor()
  expectQuiet(visitor)
  expectQuiet(teacher)
})
