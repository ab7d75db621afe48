import { expect, test } from 'vitest'
import { type ExamView, ORGANISER_VIEW, viewOf } from './exam-view.ts'
import { regionOfLevel } from './region-reach.ts'

const OWNER = 1
const OWN = 2
const member: ExamView = { side: 'member', schools: [OWN], named: [OWN], peers: 'labels' }
const region: ExamView = { side: 'region', schools: [5, 6], named: [], peers: 'labels' }

type Row = {
  name: string
  exam?: Partial<{ scope: string; peer_names: string }>
  facts: Partial<Parameters<typeof viewOf>[1]>
  view: ExamView | null
}

test.for<Row>([
  { name: 'the holder sees all', facts: { ownId: OWNER }, view: ORGANISER_VIEW },
  {
    name: 'a lead school that takes part as well sees all',
    facts: { ownId: OWNER, takesPart: true },
    view: ORGANISER_VIEW,
  },
  { name: 'a member sees its own', facts: { takesPart: true }, view: member },
  {
    name: 'a member learns names of peers where they are shown',
    exam: { peer_names: 'shown' },
    facts: { takesPart: true },
    view: { ...member, peers: 'names' },
  },
  {
    name: 'taking part comes before a region',
    facts: { takesPart: true, regionSchools: [OWN, 6] },
    view: member,
  },
  {
    name: 'a region sees figures of its schools',
    facts: { regionSchools: [5, 6] },
    view: region,
  },
  {
    name: 'a region sees nothing of what a school does on its own',
    exam: { scope: 'school' },
    facts: { regionSchools: [5] },
    view: null,
  },
  {
    name: 'a region without a school in the exam sees nothing',
    facts: { regionSchools: [] },
    view: null,
  },
  { name: 'another school sees nothing', facts: {}, view: null },
  { name: 'a role without a school sees nothing', facts: { ownId: null }, view: null },
])('exam view: $name', ({ exam, facts, view }) => {
  expect(
    viewOf(
      { school_id: OWNER, scope: 'joint', peer_names: 'hidden', ...exam },
      { ownId: OWN, takesPart: false, regionSchools: null, ...facts },
    ),
  ).toEqual(view)
})

const bureau = { province_id: 110_000, city_id: 110_100, district_id: 110_108 }

test.for([
  [1, bureau, 'province_id', 110_000],
  [1, { ...bureau, province_id: null }, 'city_id', 110_100],
  [2, bureau, 'city_id', 110_100],
  [2, { ...bureau, city_id: null }, null, null],
  [3, bureau, 'district_id', 110_108],
  [4, bureau, null, null],
] as const)('region of level %i in %o is %s %s', ([level, place, column, id]) => {
  expect(regionOfLevel(level, place)).toEqual(column && { column, id })
})
