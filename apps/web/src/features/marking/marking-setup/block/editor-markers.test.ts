import { expect, test } from 'vitest'
import { reasonToKeep } from './editor-markers.ts'
import type { Marker } from './share-marker.ts'

const MARKER: Marker = {
  id: 1,
  name: '王芳',
  quota: null,
  weight: 1,
  wrong: null,
  allowExceed: false,
  suspended: false,
  mayMark: true,
  seedState: 'ok',
  done: 0,
  base: 0,
  claimed: 0,
}

test.for([
  [undefined, null, 'who is not in the block'],
  [MARKER, null, 'who has done nothing'],
  [{ ...MARKER, done: 3 }, '王芳 已评阅 3 份，不能移除，可改为停止分配', 'who has marked'],
  [
    { ...MARKER, claimed: 2 },
    '王芳 手中有 2 份未提交的试卷，不能移除，请等其提交或先收回试卷，也可改为停止分配',
    'who has papers in hand',
  ],
] as const)('%o can not be taken off because %s (%s)', ([marker, reason]) => {
  expect(reasonToKeep(marker)).toBe(reason)
})
