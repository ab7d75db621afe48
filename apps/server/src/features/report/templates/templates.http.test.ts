import { ownTemplateRemove, ownTemplates, ownTemplateSave } from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../testing/index.ts'

const TABLE = {
  name: '期中对比',
  by: 'class' as const,
  metrics: 'mean,pass',
  formula: '0.5*得分率+0.5*及格率',
  index_name: '综合',
}

everyDatabase('templates of own tables on %s', (kind) => {
  test('are kept by the school with version and owner; others take them and do not change them', async () => {
    const { signIn } = await openTestApp(kind)
    const [head, leader, admin] = [
      await signIn('head'),
      await signIn('leader'),
      await signIn('admin'),
    ]
    const save = (of: typeof head, change: object = {}) =>
      of.send(ownTemplateSave, { body: { ...TABLE, ...change } })
    const list = async (of: typeof head) => (await of.send(ownTemplates, {})).data
    const { data } = await save(head)
    expect(data.version).toBe(1)
    expect((await save(leader)).error.error).toBe('REPORT_TEMPLATE_TAKEN')
    expect(await list(leader)).toMatchObject([{ ...TABLE, version: 1, may_change: false }])
    const at = { template_id: data.template_id, version: 1 }
    expect((await save(leader, at)).status).toBe(403)
    expect((await save(head, { ...at, metrics: 'mean' })).data.version).toBe(2)
    expect((await save(head, { ...at, metrics: 'max' })).error.error).toBe('VERSION_CONFLICT')
    const remove = (of: typeof head) =>
      of.send(ownTemplateRemove, { body: { template_id: data.template_id } })
    expect((await remove(leader)).status).toBe(403)
    expect((await remove(admin)).status).toBe(200)
    expect(await list(head)).toEqual([])
  })

  test('are refused where they would show nothing', async () => {
    const { signIn } = await openTestApp(kind)
    const head = await signIn('head')
    const code = async (change: object) =>
      (await head.send(ownTemplateSave, { body: { ...TABLE, ...change } })).error.error
    expect(await code({ metrics: 'salary' })).toBe('INPUT_INVALID')
    expect(await code({ name: '  ' })).toBe('INPUT_INVALID')
    expect(await code({ formula: '0.5*' })).toBe('FORMULA_WRONG')
  })
})
