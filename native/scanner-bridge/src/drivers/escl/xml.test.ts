import { expect, test } from 'vitest'
import { findAll, parseXml, textOf } from './xml.ts'

test('names lose their prefix, text its entities', () => {
  const found = parseXml(
    '<?xml version="1.0"?><!-- <x> --><a:R q="&gt; >"><b:N> Tom &amp; &#x4E2D;&#25991; </b:N><c/><b:N><![CDATA[<raw>]]></b:N></a:R>',
  )
  expect(found.name).toBe('R')
  expect(findAll(found, 'N').map((element) => element.text.trim())).toEqual(['Tom & 中文', '<raw>'])
  expect(textOf(found, 'N')).toBe('Tom & 中文')
  expect(textOf(found, 'missing')).toBe('')
})

test.for([
  ['<a><b></a></b>', 'closes nothing'],
  ['</a>', 'closes nothing'],
  ['<a>', 'no end'],
  ['', 'no end'],
  ['no xml at all', 'no end'],
])('「%s」 %s', ([source, reason]) => {
  expect(() => parseXml(source ?? '')).toThrow(reason)
})
