import { describe, expect, test } from 'vitest'
import type { MarkMode } from '../../mark-codes.ts'
import { milli } from '../../milli.ts'
import type { MarkEffect, MarkEvent, ProblemReturnTo } from './mark-event.ts'
import { applyEvent } from './unit-machine.ts'
import { backMarkRefusal } from './unit-readings.ts'
import { freeSlots, mayArbitrate, nextSlot } from './unit-slot.ts'
import { newUnit } from './unit.ts'
import type { BlockPolicy, UnitState } from './unit.ts'

const policyOf = (mode: MarkMode, over: Partial<BlockPolicy> = {}): BlockPolicy => ({
  mode,
  toleranceMilli: 2000,
  points: [{ name: '(1)', fullMilli: 20_000, stepMilli: 500 }],
  ...over,
})

/** A unit and a policy with short words for what people do to them; refusals are collected by code. */
class Story {
  unit: UnitState
  refused: string | null = null
  facts: Readonly<Record<string, unknown>> = {}
  effects: readonly MarkEffect[] = []
  readonly policy: BlockPolicy
  private count = 0

  constructor(mode: MarkMode, over: Partial<BlockPolicy> = {}) {
    this.policy = policyOf(mode, over)
    this.unit = newUnit('u', mode !== 0)
  }

  do(event: MarkEvent): this {
    const outcome = applyEvent(this.unit, event, this.policy)
    this.refused = outcome.kind === 'refused' ? outcome.code : null
    this.facts = outcome.kind === 'refused' ? outcome.facts : {}
    this.effects = outcome.kind === 'applied' ? outcome.effects : []
    if (outcome.kind === 'applied') this.unit = outcome.unit
    return this
  }

  ready(looksBlank = false) {
    return this.do({ type: 'images_ready', looksBlank })
  }

  claim(markerId: string, slot?: 'ARB') {
    return this.do({ type: 'claim', readingId: `${markerId}-${++this.count}`, markerId, slot })
  }

  /** Claims, then gives `points`. */
  mark(markerId: string, points: number) {
    this.claim(markerId)
    return this.refused ? this : this.submit(markerId, points)
  }

  submit(markerId: string, points: number, idemKey = `key-${++this.count}`) {
    const readingId = this.held(markerId) ?? `${markerId}-late`
    return this.do({ type: 'submit', readingId, markerId, scores: [milli(points)], idemKey })
  }

  reportBlank(by: string) {
    return this.do({ type: 'blank_report', by, readingId: this.held(by) ?? 'none' })
  }

  again(type: 'revise' | 'remark', markerId: string, points: number) {
    const readingId = this.live(markerId)
    const [newReadingId, idemKey] = [`${markerId}-${++this.count}`, `key-${this.count}`]
    return this.do({ type, readingId, newReadingId, markerId, scores: [milli(points)], idemKey })
  }

  takeBack(markerId: string) {
    return this.do({ type: 'take_back', readingId: this.live(markerId), markerId })
  }

  arbitrate(markerId: string, points: number) {
    const readingId = `${markerId}-${++this.count}`
    const idemKey = `key-${this.count}`
    return this.do({ type: 'arbitrate', readingId, markerId, scores: [milli(points)], idemKey })
  }

  reject(markerId: string) {
    return this.do({ type: 'reject', readingId: this.live(markerId), checkerId: 'checker' })
  }

  /** The leader returns a problem paper. */
  back(to: ProblemReturnTo) {
    const readingId = `back-${++this.count}`
    return this.do({
      type: 'resolve_problem',
      by: 'leader',
      readingId,
      outcome: { kind: 'return', to },
    })
  }

  /** The leader scores a problem paper. */
  give(points: number) {
    const outcome = { kind: 'score', scores: [milli(points)] } as const
    return this.do({ type: 'resolve_problem', by: 'leader', outcome })
  }

  live(markerId: string) {
    const isOwn = (r: UnitState['readings'][number]) =>
      r.markerId === markerId && r.state !== 'superseded'
    return this.unit.readings.find(isOwn)?.id ?? 'none'
  }

  held(markerId: string) {
    return this.unit.readings.find((r) => r.markerId === markerId && r.state === 'claimed')?.id
  }

  get now() {
    const { status, final } = this.unit
    return final ? `${status} ${final.totalMilli / 1000} ${final.source}` : status
  }
}

const story = (mode: MarkMode, over?: Partial<BlockPolicy>) => new Story(mode, over).ready()

describe('reading', () => {
  test('single: one reading is final', () => {
    const unit = story(0)
    expect(unit.now).toBe('READY')
    expect(unit.claim('li').now).toBe('MARKING')
    expect(unit.submit('li', 7).now).toBe('FINAL 7 SINGLE')
  })

  test('double: agreeing readings are combined', () => {
    expect(story(1).mark('li', 7).now).toBe('MARKING')
    expect(story(1).mark('li', 7).mark('wu', 7.5).now).toBe('FINAL 7.25 COMBINED')
  })

  test('double with arbitration: an arbitrator who did not read decides', () => {
    const unit = story(1).mark('li', 4).mark('wu', 8)
    expect(unit.now).toBe('ARBITRATION')
    expect(unit.arbitrate('li', 5).refused).toBe('MARKING_ARBITRATOR_IS_READER')
    expect(unit.arbitrate('he', 5).now).toBe('FINAL 5 ARB')
    expect(unit.arbitrate('qi', 6).refused).toBe('MARKING_UNIT_NOT_OPEN')
  })

  test('double without arbitration: combined and flagged', () => {
    const unit = story(2).mark('li', 4).mark('wu', 8)
    expect(unit.now).toBe('FINAL 6 COMBINED')
    expect(unit.unit.final?.overTolerance).toBe(true)
  })

  test('triple: a third person reads, the closest pair counts', () => {
    const unit = story(3).mark('li', 10).mark('wu', 14)
    expect(unit.now).toBe('THIRD')
    expect(unit.mark('li', 12).refused).toBe('MARKING_ALREADY_READ_BY_YOU')
    expect(unit.mark('he', 12).now).toBe('FINAL 13 PAIR')
  })

  test('triple with arbitration: no pair agrees', () => {
    const unit = story(3).mark('li', 8).mark('wu', 12).mark('he', 4)
    expect(unit.now).toBe('ARBITRATION')
    expect(mayArbitrate(unit.unit, 'he')).toBe(false)
    expect(mayArbitrate(unit.unit, 'qi')).toBe(true)
  })

  test('triple without arbitration: the closest pair is taken', () => {
    const unit = story(4).mark('li', 8).mark('wu', 12).mark('he', 4)
    expect(unit.now).toBe('FINAL 10 PAIR')
    expect(unit.unit.final?.forcedPair).toBe(true)
  })

  test('a unit outside the double sample is read once', () => {
    const unit = new Story(3)
    unit.unit = newUnit('u', false)
    expect(unit.ready().mark('li', 8).now).toBe('FINAL 8 SINGLE')
  })
})

describe('claims', () => {
  test('slots are handed out once each', () => {
    const unit = story(1).claim('li').claim('wu')
    expect(unit.unit.readings.map(({ role }) => role)).toEqual(['R1', 'R2'])
    expect(unit.claim('he').refused).toBe('MARKING_SLOT_TAKEN')
    expect(nextSlot(unit.unit, 'he')).toBeNull()
  })

  test('claiming what one holds changes nothing', () => {
    const unit = story(1).claim('li')
    const before = unit.unit
    expect(unit.claim('li').unit).toBe(before)
    expect(unit.refused).toBeNull()
  })

  test('an expired claim frees the slot, twice is harmless', () => {
    const unit = story(0).claim('li')
    const readingId = unit.live('li')
    unit.do({ type: 'release', readingId, cause: 'expired' })
    expect(unit.now).toBe('READY')
    expect(unit.effects).toContainEqual({
      kind: 'released',
      readingId,
      markerId: 'li',
      cause: 'expired',
    })
    const before = unit.unit
    expect(unit.do({ type: 'release', readingId, cause: 'recalled' }).unit).toBe(before)
  })

  test('a late submit is taken while the slot is free, and lost when it is not', () => {
    const free = story(0).claim('li')
    free.do({ type: 'release', readingId: free.live('li'), cause: 'expired' })
    expect(free.submit('li', 6).now).toBe('FINAL 6 SINGLE')

    const taken = story(0).claim('li')
    taken.do({ type: 'release', readingId: taken.live('li'), cause: 'expired' }).claim('wu')
    expect(taken.submit('li', 6).refused).toBe('MARKING_LEASE_LOST')
  })

  test('a score for a picture that was replaced meanwhile is none of the new one', () => {
    const recut = story(0).claim('li')
    const readingId = recut.live('li')
    const late = { readingId, markerId: 'li', scores: [milli(6)], idemKey: 'late' }
    recut.do({ type: 'images_ready', looksBlank: false, cropChanged: true })
    expect(recut.do({ type: 'submit', ...late }).refused).toBe('MARKING_LEASE_LOST')
    // Who sees the new one may mark it.
    expect(recut.claim('li').submit('li', 7).now).toBe('FINAL 7 SINGLE')

    const rescanned = story(0).claim('li').do({ type: 'image_withdrawn' })
    rescanned.do({ type: 'images_ready', looksBlank: false, cropChanged: true })
    expect(rescanned.do({ type: 'submit', ...late }).refused).toBe('MARKING_LEASE_LOST')
  })

  test('a score that was on its way when the block was cleared counts for nothing after it', () => {
    const unit = story(0).claim('li')
    const readingId = unit.live('li')
    unit.do({ type: 'release', readingId, cause: 'cleared' })
    const late = { readingId, markerId: 'li', scores: [milli(6)], idemKey: 'late' }
    expect(unit.do({ type: 'submit', ...late }).refused).toBe('MARKING_LEASE_LOST')
    expect(unit.claim('li').submit('li', 7).now).toBe('FINAL 7 SINGLE')
  })

  test('a paper that is being cut again is said to be out of marking, not with somebody else', () => {
    const { unit, policy } = story(0).claim('li').do({ type: 'image_withdrawn' })
    const late = { readingId: 'gone', markerId: 'li', scores: [milli(6)], idemKey: 'late' }
    expect(applyEvent(unit, { type: 'submit', ...late }, policy)).toMatchObject({
      code: 'MARKING_LEASE_LOST',
      facts: { why: expect.stringContaining('已退出阅卷') },
    })
  })

  test('nobody submits for somebody else', () => {
    const unit = story(0).claim('li')
    const readingId = unit.live('li')
    unit.do({ type: 'submit', readingId, markerId: 'wu', scores: [0], idemKey: 'k' })
    expect(unit.refused).toBe('MARKING_NOT_YOUR_READING')
  })

  test('scores off the grid are refused with what is allowed', () => {
    expect(story(0).mark('li', 7.25).refused).toBe('MARKING_OFF_GRID')
    expect(story(0).mark('li', 21).refused).toBe('MARKING_SCORE_OUT_OF_RANGE')
  })

  test('nothing can be claimed before the image is there', () => {
    expect(new Story(0).claim('li').refused).toBe('MARKING_SLOT_TAKEN')
  })
})

describe('repeating a submit', () => {
  test('gives the first answer again and changes nothing', () => {
    const unit = story(0).claim('li').submit('li', 7, 'once')
    const before = unit.unit
    const readingId = unit.live('li')
    unit.do({ type: 'submit', readingId, markerId: 'li', scores: [7000], idemKey: 'once' })
    expect(unit.effects).toEqual([{ kind: 'repeat', readingId }])
    expect(unit.unit).toBe(before)
  })

  test('with another score is refused', () => {
    const unit = story(0).claim('li').submit('li', 7, 'once').submit('li', 8, 'once')
    expect(unit.refused).toBe('MARKING_IDEMPOTENCY_MISMATCH')
  })

  test('is answered even after publication', () => {
    const unit = story(0)
      .claim('li')
      .submit('li', 7, 'once')
      .do({ type: 'lock' })
      .submit('li', 7, 'once')
    expect(unit.refused).toBeNull()
  })
})

/** What others have done to a paper that `li` read, so that its mark stays as it is. */
const CLOSED = [
  ['a claimed third', () => story(3).mark('li', 10).mark('wu', 14).claim('he')],
  ['a pair', () => story(3).mark('li', 10).mark('wu', 14).mark('he', 12)],
  ['arbitration', () => story(1).mark('li', 4).mark('wu', 8)],
  ['an arbitrated final', () => story(1).mark('li', 4).mark('wu', 8).arbitrate('he', 5)],
  [
    'a spot-checked final',
    () => {
      const unit = story(0).mark('li', 7)
      return unit.do({
        type: 'spot_correct',
        readingId: unit.live('li'),
        checkerId: 'c',
        scores: [5000],
        isRejection: false,
      })
    },
  ],
] as const

describe('back-marking', () => {
  test('before the partner is done, the score is replaced', () => {
    const unit = story(1).mark('li', 4).again('revise', 'li', 8)
    expect(unit.now).toBe('MARKING')
    expect(unit.unit.readings.map(({ state }) => state)).toEqual(['superseded', 'submitted'])
    expect(unit.mark('wu', 8).now).toBe('FINAL 8 COMBINED')
  })

  test.for([
    [8, 'FINAL 8 COMBINED'],
    [11, 'ARBITRATION'],
  ] as const)('a combined final is settled again: %d gives %s', ([points, now]) => {
    expect(story(1).mark('li', 7).mark('wu', 8).again('revise', 'li', points).now).toBe(now)
  })

  test('a third slot that nobody holds is cancelled when the readings now agree', () => {
    const unit = story(3).mark('li', 10).mark('wu', 14).again('revise', 'li', 13)
    expect(unit.now).toBe('FINAL 13.5 COMBINED')
  })

  test.for(CLOSED)('is closed after %s, and so is taking back', ([, tell]) => {
    expect(tell().again('revise', 'li', 8).refused).toBe('MARKING_BACKMARK_CLOSED')
    expect(tell().takeBack('li').refused).toBe('MARKING_BACKMARK_CLOSED')
  })

  test.for([
    ['he', '三评给分已用于定分，有误请告诉题组长'],
    ['li', '已由三评参与定分'],
  ] as const)('of a pair tells %s why it is closed: %s', ([reader, why]) => {
    const { unit } = story(3).mark('li', 10).mark('wu', 14).mark('he', 12)
    const reading = unit.readings.find(({ markerId }) => markerId === reader)
    expect(reading && backMarkRefusal(unit, reading)).toBe(why)
  })

  test('is closed by publication', () => {
    const { unit } = story(0).mark('li', 7).do({ type: 'lock' })
    expect(backMarkRefusal(unit, unit.readings[0]!)).toBe('成绩已发布')
    expect(story(0).mark('li', 7).do({ type: 'lock' }).again('revise', 'li', 8).refused).toBe(
      'MARKING_UNIT_LOCKED',
    )
  })

  test('lets a marker change back, but never read the unit in another role', () => {
    const unit = story(1).mark('li', 4).again('revise', 'li', 8).again('revise', 'li', 4)
    expect(unit.unit.readings.at(-1)?.revision).toBe(3)
    expect(unit.claim('li').refused).toBe('MARKING_ALREADY_READ_BY_YOU')
  })
})

describe('taking back', () => {
  test.for([
    ['a single mark', () => story(0).mark('li', 7), 'FINAL 9 SINGLE'],
    ['half of a double one', () => story(1).mark('li', 7), 'MARKING'],
    ['a combined one', () => story(1).mark('li', 8).mark('wu', 8), 'FINAL 8.5 COMBINED'],
    ['one that agrees only then', () => story(3).mark('li', 4).mark('wu', 8), 'FINAL 8.5 COMBINED'],
    ['one that then lies apart', () => story(1).mark('li', 5).mark('wu', 6), 'ARBITRATION'],
    ['the same, for a third', () => story(3).mark('li', 5).mark('wu', 6), 'THIRD'],
  ] as const)('%s: it is open until its marker gives it again', ([, tell, now]) => {
    const unit = tell().takeBack('li')
    expect([unit.refused, unit.now]).toEqual([null, 'REJECTED'])
    expect(unit.effects.map(({ kind }) => kind)).not.toContain('rejection_counted')
    expect(unit.again('remark', 'li', 9).now).toBe(now)
    expect(unit.unit.readings.map(({ rejections }) => rejections)).not.toContain(1)
  })

  test('the same score may be given again: nobody sent it back', () => {
    const unit = story(0).mark('li', 7).takeBack('li').again('remark', 'li', 7)
    expect([unit.now, unit.unit.problem]).toEqual(['FINAL 7 SINGLE', null])
    // A rejection after it is one like any other.
    expect(unit.reject('li').again('remark', 'li', 7).now).toBe('PROBLEM')
  })

  test('does not count towards the limit of rejections', () => {
    const unit = story(0).mark('li', 7)
    for (let times = 0; times < 4; times++) unit.takeBack('li').again('remark', 'li', 7 + times)
    expect(unit.reject('li').now).toBe('REJECTED')
  })

  test('twice is as good as once', () => {
    const unit = story(0).mark('li', 7).takeBack('li')
    const before = unit.unit
    expect(unit.takeBack('li').unit).toBe(before)
    expect([unit.refused, unit.effects]).toEqual([null, []])
  })

  test('leaves the slot to its marker, and the other slots to others', () => {
    const unit = story(1).mark('li', 7).takeBack('li')
    expect(nextSlot(unit.unit, 'wu')).toBe('R2')
    expect(unit.mark('wu', 8).now).toBe('REJECTED')
    expect(unit.claim('he').refused).toBe('MARKING_SLOT_TAKEN')
    expect(unit.again('remark', 'li', 8).now).toBe('FINAL 8 COMBINED')
  })

  test('does not lock the other reader out of their own mark, as a rejection does', () => {
    const both = () => story(1).mark('li', 7).mark('wu', 8)
    expect(both().takeBack('li').again('revise', 'wu', 9).now).toBe('REJECTED')
    expect(both().takeBack('li').takeBack('wu').refused).toBeNull()
    expect(both().reject('li').again('revise', 'wu', 9).refused).toBe('MARKING_BACKMARK_CLOSED')
    expect(both().takeBack('li').reject('wu').again('revise', 'li', 9).refused).toBe(
      'MARKING_BACKMARK_CLOSED',
    )
  })

  test('is for an own mark that stands', () => {
    const unit = story(1).mark('li', 7)
    const readingId = unit.live('li')
    unit.do({ type: 'take_back', readingId, markerId: 'wu' })
    expect(unit.refused).toBe('MARKING_NOT_YOUR_READING')
    expect(unit.reject('li').takeBack('li').refused).toBe('MARKING_BACKMARK_CLOSED')
    expect(story(0).claim('li').takeBack('li').refused).toBe('MARKING_BACKMARK_CLOSED')
    expect(story(0).mark('li', 7).do({ type: 'lock' }).takeBack('li').refused).toBe(
      'MARKING_UNIT_LOCKED',
    )
  })
})

describe('an inspection', () => {
  test.each([
    ['a final mark', () => story(1).mark('li', 7).mark('wu', 8), 'FINAL 6 INSPECT'],
    [
      'an arbitrated one',
      () => story(1).mark('li', 4).mark('wu', 8).arbitrate('he', 5),
      'FINAL 6 INSPECT',
    ],
    [
      'a published one, which stays published',
      () => story(0).mark('li', 7).do({ type: 'lock' }),
      'LOCKED 6 INSPECT',
    ],
  ] as const)('replaces %s', (_, tell, now) => {
    expect(tell().do({ type: 'inspect', by: 'c', scores: [6000] }).now).toBe(now)
  })

  test.each([
    ['by who read the paper', 'wu', [6000], 'MARKING_INSPECT_OWN'],
    ['off the grid', 'c', [6300], 'MARKING_OFF_GRID'],
    ['over the full mark', 'c', [99_000], 'MARKING_SCORE_OUT_OF_RANGE'],
    ['without a point', 'c', [null], 'MARKING_EMPTY_POINT'],
  ] as const)('%s is refused', (_, by, scores, code) => {
    const unit = story(1).mark('li', 7).mark('wu', 8)
    expect(unit.do({ type: 'inspect', by, scores: [...scores] }).refused).toBe(code)
  })

  test('of a paper that has no mark yet is refused', () => {
    const unit = story(1).mark('li', 7)
    expect(unit.do({ type: 'inspect', by: 'c', scores: [6000] }).refused).toBe(
      'MARKING_UNIT_NOT_OPEN',
    )
  })
})

describe('spot checks', () => {
  test('a corrected score is final for the whole unit', () => {
    const unit = story(1).mark('li', 7).mark('wu', 8)
    unit.do({
      type: 'spot_correct',
      readingId: unit.live('li'),
      checkerId: 'c',
      scores: [5000],
      isRejection: true,
    })
    expect(unit.now).toBe('FINAL 5 SPOT')
    expect(unit.effects).toContainEqual({
      kind: 'rejection_counted',
      readingId: unit.live('li'),
      markerId: 'li',
      sentBack: false,
    })
  })

  test('a rejected reading goes back to its marker alone', () => {
    const unit = story(1).mark('li', 7).mark('wu', 8).reject('li')
    expect(unit.now).toBe('REJECTED')
    expect(unit.claim('he').refused).toBe('MARKING_SLOT_TAKEN')
    expect(unit.again('remark', 'wu', 8).refused).toBe('MARKING_REJECT_INVALID')
    expect(unit.again('remark', 'li', 9).now).toBe('FINAL 8.5 COMBINED')
  })

  test('the same score again goes to the leader instead of back and forth', () => {
    const unit = story(0).mark('li', 7).reject('li').again('remark', 'li', 7)
    expect(unit.now).toBe('PROBLEM')
    expect(unit.unit.problem?.reason).toBe('same_after_reject')
    expect(unit.back('anyone').now).toBe('FINAL 7 SINGLE')
  })

  test.for([
    ['sent back', (unit: Story) => unit.reject('li')],
    ['taken back', (unit: Story) => unit.takeBack('li')],
  ] as const)(
    'what was %s is corrected as well: it need not be marked again, until that is withdrawn',
    ([, wait]) => {
      const unit = wait(story(0).mark('li', 7))
      const waiting = unit.unit.readings
      unit.do({
        type: 'spot_correct',
        readingId: unit.live('li'),
        checkerId: 'c',
        scores: [5000],
        isRejection: false,
      })
      expect([unit.now, unit.unit.readings.map(({ state }) => state)]).toEqual([
        'FINAL 5 SPOT',
        ['submitted'],
      ])
      expect(unit.again('remark', 'li', 9).refused).toBe('MARKING_REJECT_INVALID')
      expect(unit.do({ type: 'reopen', by: 'boss' }).now).toBe('REJECTED')
      expect(unit.unit.readings).toEqual(waiting)
      expect(unit.again('remark', 'li', 9).now).toBe('FINAL 9 SINGLE')
    },
  )

  test('the third rejection of a reading goes to arbitration, in any mode', () => {
    const unit = story(0).mark('li', 7)
    unit.reject('li').again('remark', 'li', 6).reject('li').again('remark', 'li', 5)
    expect(unit.reject('li').now).toBe('ARBITRATION')
    // Once more would only count against its marker: the arbitrator decides whatever is said.
    const counted = unit.unit.readings.map(({ rejections }) => rejections)
    expect(unit.reject('li').refused).toBe('MARKING_UNIT_NOT_OPEN')
    expect(unit.unit.readings.map(({ rejections }) => rejections)).toEqual(counted)
    expect(unit.arbitrate('he', 4).now).toBe('FINAL 4 ARB')
  })

  describe('a rejection that is taken back', () => {
    const takenBack = (unit: Story, wasForced?: boolean) =>
      unit.do({
        type: 'reject_withdrawn',
        by: 'boss',
        readingId: unit.unit.readings[0]?.id ?? 'none',
        ...(wasForced === undefined ? {} : { wasForced }),
      })

    test.for([
      ['single', () => story(0).mark('li', 7)],
      ['double', () => story(1).mark('li', 7).mark('wu', 8)],
      ['too far apart', () => story(1).mark('li', 2).mark('wu', 8)],
      ['while the other reads', () => story(1).mark('li', 7).claim('wu')],
      [
        'for the third time, when an arbitrator was to decide',
        () =>
          story(0)
            .mark('li', 7)
            .reject('li')
            .again('remark', 'li', 6)
            .reject('li')
            .again('remark', 'li', 5),
      ],
    ] as const)('leaves the paper as it was: %s', ([, begin]) => {
      const unit = begin()
      const [before, now] = [unit.unit, unit.now]
      const live = unit.unit.readings.findLast(({ markerId }) => markerId === 'li')?.id ?? 'none'
      unit.do({ type: 'reject', readingId: live, checkerId: 'boss' })
      expect(unit.now).not.toBe(now)
      unit.do({ type: 'reject_withdrawn', by: 'boss', readingId: live })
      expect([unit.now, unit.refused]).toEqual([now, null])
      expect({ ...unit.unit, version: 0 }).toEqual({ ...before, version: 0 })
    })

    test('leaves an arbitration that was to be before to its arbitrator', () => {
      const unit = story(0)
        .mark('li', 7)
        .reject('li')
        .again('remark', 'li', 6)
        .reject('li')
        .again('remark', 'li', 5)
        .do({ type: 'escalate', by: 'boss' })
      const live = unit.live('li')
      unit.do({ type: 'reject', readingId: live, checkerId: 'boss' })
      unit.do({ type: 'reject_withdrawn', by: 'boss', readingId: live, wasForced: true })
      expect(unit.now).toBe('ARBITRATION')
      expect(unit.unit.readings.at(-1)?.rejections).toBe(2)
    })

    test.for([
      ['教师已重评', (unit: Story) => unit.again('remark', 'li', 9)],
      ['教师已重评', (unit: Story) => unit.again('remark', 'li', 7)],
      ['已转题组长仲裁', (unit: Story) => unit.do({ type: 'escalate', by: 'boss' })],
      ['已清空', (unit: Story) => unit.do({ type: 'reset' })],
      [
        '已改由其他教师评阅',
        (unit: Story) => unit.do({ type: 'hand_on', by: 'boss', readingId: unit.live('li') }),
      ],
      [
        '已由他人裁定',
        (unit: Story) =>
          unit.do({
            type: 'spot_correct',
            readingId: unit.live('li'),
            checkerId: 'c',
            scores: [5000],
            isRejection: false,
          }),
      ],
    ] as const)('is refused once something was done about it: %s', ([why, since]) => {
      const unit = since(story(0).mark('li', 7).reject('li'))
      const now = unit.now
      expect(takenBack(unit).refused).toBe('MARKING_RETURN_STANDS')
      expect([unit.now, String(unit.facts['reason'])]).toEqual([now, expect.stringContaining(why)])
    })

    test('is refused while an arbitrator has the paper, and of what was never sent back', () => {
      const third = story(0).mark('li', 7)
      third.reject('li').again('remark', 'li', 6).reject('li').again('remark', 'li', 5).reject('li')
      const live = third.live('li')
      third.do({ type: 'claim', readingId: 'arb', markerId: 'he', slot: 'ARB' })
      third.do({ type: 'reject_withdrawn', by: 'boss', readingId: live })
      expect(third.refused).toBe('MARKING_RETURN_STANDS')
      expect(takenBack(story(0).mark('li', 7)).refused).toBe('MARKING_RETURN_STANDS')
      expect(takenBack(story(0).mark('li', 7).takeBack('li')).refused).toBe('MARKING_RETURN_STANDS')
    })
  })

  test('an arbitrated mark stands against rejection of a reading', () => {
    const unit = story(1).mark('li', 4).mark('wu', 8).arbitrate('he', 5)
    expect(unit.reject('li').refused).toBe('MARKING_UNIT_DECIDED')
  })
})

describe('problems', () => {
  const raise = (unit: Story, by: string) =>
    unit.do({
      type: 'raise_problem',
      by,
      readingId: unit.live(by),
      reason: 'unclear_image',
      note: '',
    })
  const takeOut = (unit: Story) =>
    unit.do({
      type: 'raise_problem',
      by: 'boss',
      readingId: null,
      reason: 'identical',
      note: '误判',
      keepsDecision: true,
    })

  test('take the unit out of the hands of the marker; the leader scores it', () => {
    const unit = raise(story(0).claim('li'), 'li')
    expect(unit.now).toBe('PROBLEM')
    expect(unit.unit.readings).toEqual([])
    unit.do({ type: 'resolve_problem', by: 'leader', outcome: { kind: 'score', scores: [0] } })
    expect(unit.now).toBe('FINAL 0 PROBLEM')
    expect(unit.unit.final?.reason).toBe('ZERO')
  })

  test.for<[told: string, tell: () => Story, raiser: string[], others: string[]]>([
    [
      'a claim',
      () => raise(story(0).claim('li'), 'li'),
      ['MARKING', 'R1 li claimed'],
      ['READY', '1 free'],
    ],
    [
      'a claim beside a reading',
      () => raise(story(1).mark('wu', 8).claim('li'), 'li'),
      ['MARKING', 'R1 wu submitted', 'R2 li claimed'],
      ['MARKING', 'R1 wu submitted', '1 free'],
    ],
    [
      'the first of two claims',
      () => raise(story(1).claim('li'), 'li'),
      ['MARKING', 'R1 li claimed', '1 free'],
      ['READY', '2 free'],
    ],
    [
      'a third reading',
      () => raise(story(3).mark('wu', 2).mark('he', 9).claim('li'), 'li'),
      ['THIRD', 'R1 wu submitted', 'R2 he submitted', 'R3 li claimed'],
      ['THIRD', 'R1 wu submitted', 'R2 he submitted', '1 free'],
    ],
    [
      'what was sent back',
      () => raise(story(0).mark('li', 7).reject('li'), 'li'),
      ['REJECTED', 'R1 li rejected'],
      ['READY', 'R1 li superseded', '1 free'],
    ],
    [
      'the same score after it was sent back',
      () => story(0).mark('li', 7).reject('li').again('remark', 'li', 7),
      ['REJECTED', 'R1 li superseded', 'R1 li rejected'],
      ['READY', 'R1 li superseded', 'R1 li superseded', '1 free'],
    ],
    [
      'the same score for the second time',
      () =>
        story(0)
          .mark('li', 7)
          .reject('li')
          .again('remark', 'li', 6)
          .reject('li')
          .again('remark', 'li', 6),
      ['ARBITRATION', 'R1 li superseded', 'R1 li superseded', 'R1 li submitted'],
      ['READY', 'R1 li superseded', 'R1 li superseded', 'R1 li superseded', '1 free'],
    ],
    [
      'the same score beside another reading',
      () => story(1).mark('li', 7).mark('wu', 8).reject('li').again('remark', 'li', 7),
      ['REJECTED', 'R1 li superseded', 'R2 wu submitted', 'R1 li rejected'],
      ['MARKING', 'R1 li superseded', 'R2 wu submitted', 'R1 li superseded', '1 free'],
    ],
  ])('of %s go back to who passed it on, or to somebody else', ([, tell, raiser, others]) => {
    const standing = ({ unit }: Story) => [
      unit.status,
      ...unit.readings.map(({ role, markerId, state }) => `${role} ${markerId} ${state}`),
      ...(freeSlots(unit) > 0 ? [`${freeSlots(unit)} free`] : []),
    ]
    expect(standing(tell().back('raiser'))).toEqual(raiser)
    const handed = tell().back('others')
    expect(standing(handed)).toEqual(others)
    // Not theirs again, nor do they decide about what they have read.
    expect(handed.claim('li').refused).not.toBeNull()
    expect(handed.claim('qi').refused).toBeNull()
  })

  test('returned, the mark that stood before stands again, whoever is named', () => {
    const corrected = () => {
      const unit = story(0).mark('li', 7)
      return unit.do({
        type: 'spot_correct',
        readingId: unit.live('li'),
        checkerId: 'c',
        scores: [9000],
        isRejection: false,
      })
    }
    const denied = () =>
      takeOut(corrected()).do({
        type: 'resolve_problem',
        by: 'leader',
        outcome: { kind: 'misconduct', note: '传抄' },
      })
    expect(denied().now).toBe('FINAL 0 PROBLEM')
    for (const to of ['anyone', 'raiser', 'others'] as const) {
      expect(takeOut(corrected()).back(to).now).toBe('FINAL 9 SPOT')
      expect(takeOut(denied()).back(to).now).toBe('FINAL 9 SPOT')
      // As often as it is decided and withdrawn.
      expect(takeOut(takeOut(denied()).give(3)).back(to).now).toBe('FINAL 9 SPOT')
      // Where readings decided, they do again.
      expect(takeOut(story(1).mark('li', 7).mark('wu', 8)).back(to).now).toBe('FINAL 7.5 COMBINED')
    }
    const script = takeOut(story(0).do({ type: 'benchmark', by: 'boss', scores: [6500] }))
    expect(script.do({ type: 'benchmark_withdrawn', by: 'boss' }).back('anyone').now).toBe('READY')
  })

  test('are returned in the log as they were when it was written', () => {
    const old = (unit: Story, excludeRaiser: boolean) =>
      unit.do({ type: 'resolve_problem', by: 'leader', outcome: { kind: 'return', excludeRaiser } })
    const same = () => story(0).mark('li', 7).reject('li').again('remark', 'li', 7)
    expect(old(same(), true).now).toBe('FINAL 7 SINGLE')
    expect(old(raise(story(0).mark('li', 7).reject('li'), 'li'), true).now).toBe('REJECTED')
    const open = old(raise(story(0).claim('li'), 'li'), true)
    expect([open.now, open.unit.excludedMarkers, nextSlot(open.unit, 'li')]).toEqual([
      'READY',
      ['li'],
      null,
    ])
    const corrected = story(0).do({ type: 'benchmark', by: 'boss', scores: [6500] })
    corrected.do({
      type: 'raise_problem',
      by: 'boss',
      readingId: null,
      reason: 'identical',
      note: '',
    })
    expect(corrected.unit.problem).toEqual({ reason: 'identical', note: '', raisedBy: 'boss' })
    expect(old(corrected, false).now).toBe('READY')
  })

  test('of the image go back to cutting', () => {
    const unit = raise(story(0).claim('li'), 'li')
    unit.do({ type: 'resolve_problem', by: 'leader', outcome: { kind: 'to_image' } })
    expect(unit.now).toBe('WAIT_IMAGE')
  })

  test.for([
    ['misconduct', 'MISCONDUCT'],
    ['void', 'VOID'],
  ] as const)('settled as %s are final at nothing, and say why', ([kind, reason]) => {
    const unit = raise(story(1).claim('li').mark('wu', 8), 'li')
    unit.do({ type: 'resolve_problem', by: 'leader', outcome: { kind, note: '夹带纸条' } })
    expect(unit.now).toBe('FINAL 0 PROBLEM')
    expect(unit.unit.final).toMatchObject({ reason, scores: [0] })
    // It can be taken up again, and what was read still counts.
    expect(takeOut(unit).now).toBe('PROBLEM')
    expect(unit.back('anyone').mark('li', 8).now).toBe('FINAL 8 COMBINED')
    expect(unit.unit.final?.reason).toBeNull()
  })

  test.for(['misconduct', 'void'] as const)(
    'settled as %s lose that to no check, and to no use as a script, but to who withdraws it',
    (kind) => {
      const unit = takeOut(story(0).mark('li', 7))
      unit.do({ type: 'resolve_problem', by: 'leader', outcome: { kind, note: '夹带纸条' } })
      const settled = unit.unit
      const correct = {
        type: 'spot_correct',
        readingId: unit.live('li'),
        checkerId: 'c',
        scores: [5000],
        isRejection: false,
      } as const
      const events: MarkEvent[] = [
        correct,
        { ...correct, isRejection: true },
        { type: 'reject', readingId: unit.live('li'), checkerId: 'c' },
        { type: 'benchmark', by: 'boss', scores: [5000] },
      ]
      for (const event of events)
        expect([unit.do(event).refused, unit.unit]).toEqual(['MARKING_NO_MARK_STANDS', settled])
      unit.do({ type: 'reopen', by: 'leader' }).back('anyone')
      expect(unit.do(correct).now).toBe('FINAL 5 SPOT')
    },
  )

  test.for(['misconduct', 'void'] as const)('settled as %s want a reason', (kind) => {
    const unit = raise(story(0).claim('li'), 'li')
    unit.do({ type: 'resolve_problem', by: 'leader', outcome: { kind, note: ' ' } })
    expect([unit.refused, unit.now]).toEqual(['MARKING_REASON_MISSING', 'PROBLEM'])
  })

  test('do not lose what the partner submits meanwhile', () => {
    const unit = raise(story(1).claim('li').claim('wu'), 'li').submit('wu', 8)
    expect(unit.now).toBe('PROBLEM')
    expect(unit.back('raiser').submit('li', 8).now).toBe('FINAL 8 COMBINED')
  })

  test('for another reason want a note', () => {
    const unit = story(0)
    unit.do({ type: 'raise_problem', by: 'leader', readingId: null, reason: 'other', note: ' ' })
    expect(unit.refused).toBe('MARKING_PROBLEM_REASON_MISSING')
  })
})

describe('blanks', () => {
  test('are never scored by machine: a person confirms, and the mark says not responded', () => {
    const unit = new Story(3).ready(true)
    expect(unit.now).toBe('BLANK_REVIEW')
    expect(unit.claim('li').refused).toBe('MARKING_SLOT_TAKEN')
    expect(unit.do({ type: 'blank_confirm', by: 'he' }).now).toBe('FINAL 0 BLANK')
    expect(unit.unit.final?.reason).toBe('NR')
  })

  test('go to marking when they are not blank', () => {
    expect(new Story(0).ready(true).do({ type: 'blank_reject', by: 'he' }).now).toBe('READY')
  })

  test('marked to check who found them blank are not responded where nothing is given', () => {
    const check = (mode: MarkMode) =>
      new Story(mode).ready(true).do({ type: 'blank_reject', by: 'he', isCheck: true })
    expect(check(0).now).toBe('READY')
    const single = check(0).mark('li', 0)
    expect([single.now, single.unit.final?.reason]).toEqual(['FINAL 0 SINGLE', 'NR'])
    expect(check(1).mark('li', 0).mark('wu', 0).unit.final?.reason).toBe('NR')
    // Whoever read it may think better of it, and back.
    expect(single.again('revise', 'li', 2).unit.final?.reason).toBe(null)
    expect(single.again('revise', 'li', 0).unit.final?.reason).toBe('NR')
    // What he said was of these pictures, and is void with everything else that was said.
    const cutAnew = check(0).do({ type: 'images_ready', looksBlank: false, otherPictures: true })
    for (const unit of [cutAnew, check(0).do({ type: 'reset' })])
      expect(unit.mark('li', 0).unit.final?.reason).toBe('ZERO')
  })

  test('of high stakes need a second person', () => {
    const unit = new Story(0, { blankNeedsTwo: true })
      .ready(true)
      .do({ type: 'blank_confirm', by: 'he' })
    expect(unit.now).toBe('BLANK_REVIEW')
    expect(unit.do({ type: 'blank_confirm', by: 'he' }).refused).toBe(
      'MARKING_SECOND_PERSON_NEEDED',
    )
    expect(unit.do({ type: 'blank_confirm', by: 'qi' }).now).toBe('FINAL 0 BLANK')
  })

  test('that a marker finds are no score of the marker: a person confirms them', () => {
    const unit = story(0).claim('li').reportBlank('li')
    expect(unit.now).toBe('BLANK_REVIEW')
    expect(unit.unit.readings).toEqual([])
    expect(unit.do({ type: 'blank_confirm', by: 'he' }).now).toBe('FINAL 0 BLANK')
    expect(unit.unit.final?.reason).toBe('NR')
  })

  test('that one of two markers finds leave what the other gave, for the case that they are not', () => {
    const unit = story(1).mark('li', 4).claim('wu').reportBlank('wu')
    expect(unit.now).toBe('BLANK_REVIEW')
    expect(unit.do({ type: 'blank_reject', by: 'he' }).now).toBe('MARKING')
    expect(unit.mark('wu', 4).now).toBe('FINAL 4 COMBINED')
  })

  test('are reported by who has the paper in hand, and only before it is settled', () => {
    const unit = story(0).claim('li')
    const readingId = unit.held('li') ?? ''
    expect(unit.do({ type: 'blank_report', by: 'wu', readingId }).refused).toBe(
      'MARKING_NOT_YOUR_READING',
    )
    expect(unit.do({ type: 'blank_report', by: 'li', readingId: 'gone' }).refused).toBe(
      'MARKING_LEASE_LOST',
    )
    expect(unit.submit('li', 7).do({ type: 'blank_report', by: 'li', readingId }).refused).toBe(
      'MARKING_UNIT_NOT_OPEN',
    )
  })

  test('return to review when their batch proves wrong', () => {
    const unit = new Story(0)
      .ready(true)
      .do({ type: 'blank_confirm', by: 'he' })
      .do({ type: 'blank_review' })
    expect(unit.now).toBe('BLANK_REVIEW')
  })
})

describe('reset, images and publication', () => {
  test('a reset supersedes all readings, and everybody may read again', () => {
    const unit = story(1).mark('li', 4).mark('wu', 8).arbitrate('he', 5).do({ type: 'reset' })
    expect(unit.now).toBe('READY')
    expect(unit.unit.readings.every(({ supersededBy }) => supersededBy === 'reset')).toBe(true)
    expect(unit.mark('li', 6).mark('he', 6).now).toBe('FINAL 6 COMBINED')
  })

  test('an image that comes back unchanged keeps its readings, a changed one voids them', () => {
    const kept = story(1).mark('li', 7).mark('wu', 8).do({ type: 'image_withdrawn' })
    expect(kept.now).toBe('WAIT_IMAGE')
    expect(kept.ready().now).toBe('FINAL 7.5 COMBINED')
    const voided = story(0).mark('li', 7).do({ type: 'image_withdrawn' })
    expect(voided.do({ type: 'images_ready', looksBlank: false, cropChanged: true }).now).toBe(
      'READY',
    )
  })

  test('another image waits for no arbitrator of what was read of the one before', () => {
    const escalated = story(0).mark('li', 7).do({ type: 'escalate', by: 'he' })
    expect(escalated.now).toBe('ARBITRATION')
    escalated.do({ type: 'images_ready', looksBlank: false, cropChanged: true })
    expect(escalated.now).toBe('READY')
    expect(escalated.mark('li', 6).now).toBe('FINAL 6 SINGLE')
  })

  test.for([
    ['one of two', true, 'BLANK_REVIEW'],
    ['one of two', false, 'BLANK_REVIEW'],
    ['both', true, 'FINAL 0 BLANK'],
    ['both', false, 'BLANK_REVIEW'],
  ] as const)(
    'confirmed by %s hold of the pictures that were looked at: cut anew, looking blank %s, they are %s',
    ([by, looksBlank, now]) => {
      const unit = new Story(0, { blankNeedsTwo: true })
        .ready(true)
        .do({ type: 'blank_confirm', by: 'he' })
      if (by === 'both') unit.do({ type: 'blank_confirm', by: 'qi' })
      const cut = { type: 'images_ready', looksBlank, otherPictures: true } as const
      expect(unit.do(cut).now).toBe(now)
      if (now === 'BLANK_REVIEW') {
        expect(unit.do({ type: 'blank_confirm', by: 'he' }).now).toBe('BLANK_REVIEW')
        expect(unit.do({ type: 'blank_confirm', by: 'qi' }).now).toBe('FINAL 0 BLANK')
      }
      expect(unit.do({ type: 'images_ready', looksBlank: true }).now).toBe('FINAL 0 BLANK')
    },
  )

  test('a new cut takes no mark that was read, nor asks anew what nobody confirmed', () => {
    const cut = { type: 'images_ready', looksBlank: false, otherPictures: true } as const
    expect(story(0).mark('li', 7).do(cut).now).toBe('FINAL 7 SINGLE')
    expect(new Story(0).ready(true).do(cut).now).toBe('BLANK_REVIEW')
  })

  test.for([
    [true, false, 'READY'],
    [false, true, 'BLANK_REVIEW'],
  ] as const)('whether another image is blank is looked at anew: %s, then %s', (looks) => {
    const [before, after, now] = looks
    const unit = new Story(0)
    unit.do({ type: 'images_ready', looksBlank: before })
    expect(unit.do({ type: 'images_ready', looksBlank: after, cropChanged: true }).now).toBe(now)
  })

  test('publication locks against everything until withdrawn', () => {
    const unit = story(0).mark('li', 7).do({ type: 'lock' })
    expect(unit.now).toBe('LOCKED 7 SINGLE')
    for (const type of ['reset', 'image_withdrawn', 'blank_review'] as const)
      expect(unit.do({ type }).refused).toBe('MARKING_UNIT_LOCKED')
    expect(unit.do({ type: 'unlock' }).now).toBe('FINAL 7 SINGLE')
  })

  test('only what is final can be locked', () => {
    expect(story(0).do({ type: 'lock' }).refused).toBe('MARKING_UNIT_NOT_OPEN')
  })
})

describe('benchmark scripts', () => {
  test('a script is final at the definitive score whatever was read, and nobody reads it any more', () => {
    const script = { type: 'benchmark', by: 'boss', scores: [6500] } as const
    expect(story(1).do(script).now).toBe('FINAL 6.5 BENCHMARK')
    const read = story(1).mark('li', 4).mark('wu', 8).do(script)
    expect(read.now).toBe('FINAL 6.5 BENCHMARK')
    expect(read.do({ type: 'benchmark_withdrawn', by: 'boss' }).now).toBe('ARBITRATION')
    const claimed = story(0).do(script).do({ type: 'claim', readingId: 'r9', markerId: 'li' })
    expect(claimed.refused).toBe('MARKING_SLOT_TAKEN')
  })

  test('a published paper, and scores off the grid, make no script', () => {
    const off = { type: 'benchmark', by: 'boss', scores: [6700] } as const
    expect(story(0).do(off).refused).toBe('MARKING_OFF_GRID')
    const locked = story(0).mark('li', 7).do({ type: 'lock' })
    expect(locked.do({ ...off, scores: [6500] }).refused).toBe('MARKING_UNIT_LOCKED')
  })
})
