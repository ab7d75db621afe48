import { homeSummary, setupCreate, setupState } from '@hengjuan/contracts'
import { migratedDatabaseUrl } from '@hengjuan/db/testing'
import { describe, expect, test } from 'vitest'
import { openAppOn, openTestApp } from '../../testing/index.ts'
import { setupCode } from './setup-code.ts'

const order = {
  school_name: '实验中学',
  admin_name: '王主任',
  account: 'office',
  password: 'first-start-2026',
}

describe.each(['sqlite', 'postgres'] as const)('first start on %s', (kind) => {
  test('setup: with the code of the server a school and its administrator are created, once', async () => {
    const { anonymous, services } = await openAppOn(await migratedDatabaseUrl(kind))
    expect((await anonymous.send(setupState, {})).data).toEqual({ needed: true })
    const wrong = await anonymous.send(setupCreate, { body: { ...order, code: 'AAAA-AAAA' } })
    expect([wrong.status, wrong.error.error]).toEqual([403, 'SETUP_CODE_WRONG'])

    const code = (await setupCode(services.config.dataDir)).toLowerCase().replace('-', ' ')
    const weak = await anonymous.send(setupCreate, { body: { ...order, code, password: '1' } })
    expect(weak.error.error).toBe('PASSWORD_WEAK')
    expect((await anonymous.send(setupState, {})).data).toEqual({ needed: true })

    expect((await anonymous.send(setupCreate, { body: { ...order, code } })).status).toBe(200)
    expect((await anonymous.send(setupState, {})).data).toEqual({ needed: false })
    const again = await anonymous.send(setupCreate, {
      body: { ...order, account: 'other', code },
    })
    expect([again.status, again.error.error]).toEqual([409, 'SETUP_DONE'])
    expect(await services.db.selectFrom('school').select('name').execute()).toEqual([
      { name: '实验中学' },
    ])
  })
})

test('setup: whoever guesses has to wait', async () => {
  const { anonymous } = await openAppOn(await migratedDatabaseUrl('sqlite'))
  const codes = []
  for (let guess = 0; guess < 12; guess++)
    codes.push(
      (await anonymous.send(setupCreate, { body: { ...order, code: `AAAA-AA${guess}` } })).error
        .error,
    )
  expect(codes.at(-1)).toBe('SIGN_IN_TOO_MANY')
})

test('setup: a server with schools needs none', async () => {
  const { anonymous, signIn } = await openTestApp()
  expect((await anonymous.send(setupState, {})).data).toEqual({ needed: false })
  expect((await (await signIn('admin')).send(homeSummary, {})).status).toBe(200)
})
