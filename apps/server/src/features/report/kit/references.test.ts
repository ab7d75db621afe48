import type { ResultVersion } from '@hengjuan/stats'
import { testVersion } from '@hengjuan/stats/testing'
import { expect, test } from 'vitest'
import { ORGANISER_VIEW } from '../../../http/exam-view.ts'
import { contextOf, type ReportViewer, sizeOf } from './context.ts'
import { referring } from './references.ts'
import { REPORT_CONFIG as config } from '../testing/report-config.ts'

const PEOPLE = 10
const REGIONS = { 71: '西山区', 72: '东湖区' }

/** A class of ten in each school. @param districts of the schools */
function jointVersion(districts: readonly number[]): ResultVersion {
  const version = testVersion({
    fulls: [100_000],
    classes: districts.length,
    rows: Array.from({ length: districts.length * PEOPLE }, () => [50_000]),
  })
  const schools = districts.map((districtId, at) => ({
    ...version.manifest.schools[0]!,
    id: at + 1,
    name: `第${at + 1}中学`,
    districtId,
  }))
  const classes = version.manifest.classes.map((one, at) => ({ ...one, school: at }))
  return { ...version, manifest: { ...version.manifest, schools, classes } }
}

const everything = { classes: 'all', subjects: 'all' } as unknown as ReportViewer['scope']
const principal: ReportViewer = {
  role: 'principal',
  scope: everything,
  view: { side: 'member', schools: [1], named: [1], peers: 'labels' },
}
const organiser: ReportViewer = { role: 'principal', scope: everything, view: ORGANISER_VIEW }

const offeredTo = (viewer: ReportViewer, districts: readonly number[], query = {}) =>
  referring(contextOf(jointVersion(districts), viewer, config, query, REGIONS), undefined).offered

const TWO_DISTRICTS = [71, 71, 71, 71, 72, 72, 72]

test.for([
  // who, districts of the schools, filters: what may be compared with
  ['a school', principal, TWO_DISTRICTS, {}, ['joint', 'district', 'grade']],
  ['a school of a small district', principal, [71, 71, 71, 72, 72, 72], {}, ['joint', 'grade']],
  ['a school beside a small district', principal, [71, 71, 71, 71, 72, 72], {}, ['joint', 'grade']],
  ['a school of the only district', principal, [71, 71, 71, 71], {}, ['joint', 'grade']],
  ['a school with two others', principal, [71, 71, 72], {}, ['grade']],
  ['who sees several schools', organiser, TWO_DISTRICTS, {}, ['joint']],
  [
    'who chose one of them',
    organiser,
    [71, 71, 72],
    { school_id: 1 },
    ['joint', 'district', 'grade'],
  ],
  ['who chose the only of a district', organiser, [71, 72], { school_id: 1 }, ['joint', 'grade']],
] as const)('references: %s', ([, viewer, districts, query, codes]) => {
  expect(offeredTo(viewer, districts, query).map(({ code }) => code)).toEqual(codes)
})

test('references: groups are compared with those that were asked for, or as usual', () => {
  const context = contextOf(jointVersion(TWO_DISTRICTS), principal, config, {}, REGIONS)
  const told = (['district', 'grade', 'joint', 'rest', undefined] as const).map((asked) => {
    const { code, context: referred } = referring(context, asked)
    return [code, referred.reference.name, sizeOf(referred.reference.members)]
  })
  expect(told).toEqual([
    ['district', '西山区', 4 * PEOPLE],
    ['grade', '第1中学', PEOPLE],
    ['joint', '联考', 7 * PEOPLE],
    ['joint', '联考', 7 * PEOPLE],
    ['joint', '联考', 7 * PEOPLE],
  ])
})
