import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { keepStatements } from './kept-statements.ts'

const open = () => {
  const database = keepStatements(new Sqlite(':memory:'))
  database.exec('create table paper (no integer); insert into paper values (1), (2)')
  return database
}

test('a statement that comes again is not compiled again', () => {
  const database = open()
  const first = database.prepare('select no from paper where no = ?')
  const second = database.prepare('select no from paper where no = ?')
  expect(second).toBe(first)
  expect([first.all(1), second.all(2)]).toEqual([[{ no: 1 }], [{ no: 2 }]])
})

test('a statement whose rows are still being read is not used for others', () => {
  const database = open()
  const text = 'select no from paper order by no'
  const rows = database.prepare(text).iterate()
  expect(rows.next().value).toEqual({ no: 1 })
  expect(database.prepare(text).all()).toEqual([{ no: 1 }, { no: 2 }])
  expect(rows.next().value).toEqual({ no: 2 })
  rows.return?.()
})

test('the statement that was not used for longest is forgotten, a used one stays', () => {
  const database = open()
  const [old, used] = [database.prepare('select 1'), database.prepare('select 2')]
  for (let other = 3; other <= 500; other++) {
    database.prepare(`select ${other}`)
    expect(database.prepare('select 2')).toBe(used)
  }
  expect(database.prepare('select 1')).not.toBe(old)
})

test('a table that has changed is seen as it is now', () => {
  const database = open()
  const text = 'select * from paper where no = 1'
  expect(database.prepare(text).all()).toEqual([{ no: 1 }])
  database.exec('alter table paper add column name text')
  expect(database.prepare(text).all()).toEqual([{ no: 1, name: null }])
})
