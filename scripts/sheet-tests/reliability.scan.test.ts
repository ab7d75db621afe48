import {
  fieldForecasts,
  isRight,
  loadTemplate,
  optionForecasts,
  reliabilityOf,
} from '@hengjuan/omr'
import { beforeAll, expect, test } from 'vitest'
import type { Observed } from './observe.ts'
import { observe } from './observe.ts'
import { studySheet } from './troubled-sheets.ts'

/** Sheets of each kind: enough for some thousands of fields, few enough for a check. */
const sheets = 28
/** Of the fields of ordinary sheets that a careful person is sure of, at most this share is shown to one. */
const mostNeedlessFlags = 0.003
/** Probabilities between these are of doubtful options, which a person sees; they need not be exact. */
const [low, high] = [0.05, 0.95]
const coarse = 0.25
/** Fewer of them say nothing. */
const leastCount = 40

let troubled: Observed
let ordinary: Observed

beforeAll(async () => {
  const { sheet, template: json } = await studySheet(200)
  const template = loadTemplate(JSON.stringify(json))
  troubled = await observe(sheet, template, 'tune-test', sheets, false)
  ordinary = await observe(sheet, template, 'tune-test-plain', sheets, true)
}, 240_000)

test('no field is read wrong without being flagged', () => {
  for (const { fields } of [troubled, ordinary]) {
    expect(fields.length).toBeGreaterThan(sheets * 60)
    const silent = fields.filter((field) => !field.explained.doubtful && !isRight(field))
    expect(silent.map(({ explained, trouble }) => `${explained.id} ${trouble}`)).toEqual([])
  }
})

test('hardly any field of an ordinary sheet is shown to a person needlessly', () => {
  const clear = ordinary.fields.filter((field) => field.isClear)
  const needless = clear.filter((field) => field.explained.doubtful)
  expect(needless.length / clear.length).toBeLessThanOrEqual(mostNeedlessFlags)
})

test.for([0.999, 0.99, 0.95])('of what is given at %f or more, that share is right', (given) => {
  const fields = [...troubled.fields, ...ordinary.fields]
  for (const forecasts of [optionForecasts(fields), fieldForecasts(fields)]) {
    const sure = forecasts.filter(({ probability }) => probability >= given)
    expect(sure.length).toBeGreaterThan(1000)
    expect(sure.filter(({ isTrue }) => isTrue).length / sure.length).toBeGreaterThanOrEqual(given)
  }
})

test('doubtful options carry probabilities that are roughly right', () => {
  const bins = reliabilityOf(optionForecasts(troubled.fields), [low, 0.3, 0.7, high])
  expect(bins).toHaveLength(3)
  for (const { given, came, count } of bins) {
    if (count >= leastCount) expect(Math.abs(given - came)).toBeLessThan(coarse)
  }
})
