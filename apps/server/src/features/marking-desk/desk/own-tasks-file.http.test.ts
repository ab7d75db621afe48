import { ownTasksExport } from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { readXlsx } from '../../../testing/read-xlsx.ts'
import { openTestApp } from '../../../testing/index.ts'
import { seedMarking } from '../../marking/testing/seed-marking.ts'

test('a marker saves the own unfinished tasks as a workbook, numbers as numbers', async () => {
  const { services, school, signIn } = await openTestApp()
  const { blockId } = await seedMarking(services, school, { candidates: 3, markers: 1 })
  await services.db.updateTable('block').set({ name: '1-2' }).where('id', '=', blockId).execute()
  const marker = await signIn('marker1')
  const file = await marker.send(ownTasksExport, {})
  expect(String(file.headers['content-disposition'])).toContain(
    `${encodeURIComponent('我的未完成阅卷任务')}_`,
  )
  const [title, head = [], row = [], note] = await readXlsx(file.bytes)
  expect(title?.[0]).toBe('我的未完成阅卷任务')
  const told = Object.fromEntries(head.map((name, at) => [name, row[at]]))
  expect(told).toMatchObject({
    题块: '1-2',
    我已评: '0',
    可评: '3',
    给分点: '(1)',
    满分: '20',
    评卷方式: '单评',
    不能领取的原因: '',
  })
  expect(note?.[0]).toContain('数据时间')
  // Of others nothing: they have none.
  expect((await (await signIn('marker2')).send(ownTasksExport, {})).error.error).toBe(
    'EXPORT_EMPTY',
  )
})

test('a marker without unfinished tasks is told so', async () => {
  const { services, school, signIn } = await openTestApp()
  await seedMarking(services, school, { candidates: 1, markers: 1 })
  await services.db.updateTable('block').set({ status: 'closed' }).execute()
  const answer = await (await signIn('marker1')).send(ownTasksExport, {})
  expect(answer.error.error).toBe('EXPORT_EMPTY')
})
