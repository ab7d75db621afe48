import { expect, test } from 'vitest'
import { settle, shoot, tooWide } from './shots.ts'
import { useStage } from './stage.ts'

const stage = useStage('shared')
const MATHEMATICS = 2

/** A block of which nothing was agreed and nothing is marked. */
function fresh() {
  return stage.world.underWay.blocks.find(({ subjectId }) => subjectId === MATHEMATICS)?.blockId
}

test('tabs about the quality of a block in which nothing was begun say what there is to do', async () => {
  const blockId = fresh()
  const { page } = await stage.enter('leader', `/benchmark?block_id=${blockId}&tab=results`)
  await page.getByText('这个题块还没有种子卷').waitFor()
  await settle(page)
  await shoot(page, '/benchmark', 'no-seeds')
  expect(await tooWide(page)).toEqual([])
  await page.getByRole('link', { name: '去商定标准卷' }).click()
  await page.getByRole('button', { name: '选取试卷' }).waitFor()

  // Nobody waits for anything where the block does not ask to qualify.
  await page.getByRole('radio', { name: '试评与定标' }).click()
  await page.getByText('阅卷设置没有要求先定标').waitFor()
  const table = page.getByRole('grid', { name: '试评与定标' })
  await table.getByText('不要求定标').first().waitFor()
  expect(await table.getByText('等待定标卷').count()).toBe(0)

  await page.getByRole('radio', { name: 'AI 对照' }).click()
  await page.getByText('还没有登记评阅程序').waitFor()
  await page.getByText('评阅程序登记后，在上方选择即可开启').waitFor()
})
