import { isObjectiveType, milli } from '@hengjuan/domain'
import { describe, expect, it } from 'vitest'
import { blocksOf, fullMarkOf, objectiveItemsOf, questionsOf } from './marking-blocks.ts'
import { sampleDesigns, sampleKeys } from './samples.ts'

describe('marking blocks', () => {
  it.each(Object.entries(sampleDesigns))(
    'of the sample %s add up to 150 points',
    (_name, design) => {
      expect(fullMarkOf(design)).toBe(milli(150))
    },
  )

  it('join questions of one key and name them', () => {
    const block = blocksOf(sampleDesigns.chinese).find(({ key }) => key === '16-17')
    expect(block).toMatchObject({ name: '第16-17题', questionNos: ['16', '17'], fullMilli: 12000 })
    expect(block?.scorePoints.map(({ questionNo }) => questionNo)).toEqual(['16', '17'])
  })

  it('count an optional group once and keep the score points of each question', () => {
    const block = blocksOf(sampleDesigns.chinese).find(({ optional }) => optional !== null)
    expect(block).toMatchObject({
      questionNos: ['19', '20'],
      fullMilli: milli(10),
      optional: { groupId: 'A', choose: 1, fieldId: 'optional:A', policy: 'by_mark' },
    })
    expect(block?.scorePoints).toHaveLength(2)
  })

  it('score half points where the full mark needs them', () => {
    const block = blocksOf(sampleDesigns.english).find(({ key }) => key === '56-65')
    expect(block?.scorePoints[0]).toMatchObject({ fullMilli: 1500, stepMilli: 500 })
  })
})

describe('the answer key of a sample', () => {
  it.each(['chinese', 'mathematics', 'english'] as const)(
    '%s has a right option each',
    (subject) => {
      const design = sampleDesigns[subject]
      for (const item of objectiveItemsOf(design)) {
        const key = sampleKeys[subject][item.questionNo]!
        expect(key.length).toBeGreaterThan(0)
        expect(item.options).toEqual(expect.arrayContaining(key))
        if (!item.multiple) expect(key).toHaveLength(1)
      }
      const objective = questionsOf(design).filter(({ type }) => isObjectiveType(type))
      expect(Object.keys(sampleKeys[subject])).toHaveLength(objective.length)
    },
  )
})
