import { allocationGet, allocationSet, markNext, staffAdd } from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { DEMO_PASSWORD } from '../scripts/demo/account.ts'
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
  const { user_id } = await admin.call(staffAdd, {
    body: {
      account: 'li.huimin.2',
      name: '李慧敏',
      password: DEMO_PASSWORD,
      roles: [{ role: 'marking_teacher', grade_ids: [exam.gradeId], subject_ids: [MATHEMATICS] }],
    },
  })
  const { list } = await admin.call(allocationGet, { query: on })
  await admin.call(allocationSet, {
    body: {
      ...on,
      markers: [
        ...list.map(({ marker_id, duty }) => ({ marker_id, duty })),
        { marker_id: user_id },
      ],
    },
  })
  const own = await stage.world.signIn('li.huimin.2')
  await own.call(markNext, { query: { ...on, n: 2 } })

  const visitor = await stage.enter(
    'admin',
    `/MarkingSupervision?exam_id=${exam.examId}&subject_id=${MATHEMATICS}`,
  )
  const { page } = visitor
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: block.name })
  await row.click()
  const drawer = page.getByRole('dialog', { name: `数学 · ${block.name}` })
  for (const name of [ONE, OTHER])
    await drawer.getByRole('row').filter({ hasText: name }).first().waitFor()
  await drawer.getByRole('row').filter({ hasText: OTHER }).first().click()
  await drawer.getByText(`${OTHER}的给分曲线与全体对照`).first().waitFor()
  await shoot(page, '/MarkingSupervision', 'namesakes')

  await page.goto(`/changeMarker?block_id=${block.blockId}`)
  for (const name of [ONE, OTHER]) await page.getByLabel(`${name}的处理`).waitFor()
  await page.getByLabel(`${OTHER}的处理`).selectOption('stop')
  await page.getByRole('button', { name: '保存调整' }).click()
  await page.getByRole('dialog').getByText(OTHER).first().waitFor()
  expect(await page.getByRole('dialog').getByText(ONE).count()).toBe(0)
  await shoot(page, '/changeMarker', 'namesakes')

  // At home they are called as everywhere.
  const teacher = await stage.enter('li.huimin.2', '/home')
  await teacher.page.getByRole('button', { name: '李慧敏，账号菜单' }).waitFor()
  expectQuiet(visitor)
  expectQuiet(teacher)
})
