import { allocationGet, markNext } from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { settle, shoot } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2

test('whoever is stopped, and whoever gets the work, reads what became of it', async () => {
  const { blocks } = stage.world.underWay
  const block = blocks.find(
    ({ subjectId, markMode }) => subjectId === MATHEMATICS && markMode === 0,
  )
  if (!block) throw new Error('a block that is marked once is under way')
  const on = { block_id: block.blockId }
  const admin = await stage.world.signIn('director')
  const own = await stage.world.signIn('marker1')
  await own.call(markNext, { query: { ...on, n: 3 } })
  const before = await admin.call(allocationGet, { query: on })
  const stopped = before.list.find(({ name, duty }) => name === '陈思远' && duty === 'marker')
  expect(stopped?.claimed).toBeGreaterThan(0)

  const director = await stage.enter('director', `/changeMarker?block_id=${block.blockId}`)
  const { page } = director
  await page.getByLabel('陈思远的处理').selectOption('stop')
  // Stopped, they keep what is done, though nobody else has a target.
  const cells = page.getByRole('row').filter({ hasText: '陈思远' }).getByRole('cell')
  await expect.poll(() => cells.nth(4).innerText()).toBe(String(stopped?.done))
  await page.getByRole('button', { name: '保存调整' }).click()
  await page.getByText(`收回 ${stopped?.claimed} 份手中的试卷`).waitFor()
  await settle(page)
  await shoot(page, '/changeMarker', 'told')
  await page.getByRole('dialog').getByRole('button', { name: '保存调整' }).click()
  await page.getByText(/阅卷员与任务已更新/).waitFor()
  await settle(page)
  await shoot(page, '/changeMarker', 'stopped')

  const marker = await stage.enter('marker1', `/marking?block_id=${block.blockId}`)
  await marker.page.getByText('已提交的给分都已保存，其余试卷由其他教师评阅').waitFor()
  await shoot(marker.page, '/marking', 'stopped-notice')
  await marker.page.getByRole('button', { name: /^消息/ }).click()
  await marker.page.getByText(/^已停止向您分配本题块的试卷.*手中未提交的试卷已收回/).waitFor()
  await settle(marker.page)
  await shoot(marker.page, '/marking', 'stopped')
  await marker.page.goto('/MainPage/markPaper/markPage/unfinishList')
  const row = marker.page.getByRole('row').filter({ hasText: block.name })
  await row.filter({ hasText: '已停止分配' }).first().waitFor()
  await settle(marker.page)
  await shoot(marker.page, '/MainPage/markPaper/markPage/unfinishList', 'stopped')
  expectQuiet(director)
  expectQuiet(marker)
})
