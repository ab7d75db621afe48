import type { Bubble, BubbleField, OmrTemplate, TemplatePage } from '@hengjuan/domain'

const bubbleSize = { widthMm: 4.2, heightMm: 2.6 }

/** A small A5 sheet with everything a template can say, for tests that draw their own pages. */
export function sampleTemplate(): OmrTemplate {
  return {
    format: 'hengjuan-omr-template',
    version: 1,
    id: 'sample-v1',
    name: '测试卡',
    pages: [samplePage(1, '10110'), samplePage(2, '01101')],
  }
}

function samplePage(page: number, bits: string): TemplatePage {
  const [widthMm, heightMm] = [148, 210]
  const anchor = (id: string, xMm: number, yMm: number, wide = 5) => ({
    id,
    kind: wide > 5 ? ('bar' as const) : ('square' as const),
    role: 'corner' as const,
    xMm,
    yMm,
    widthMm: wide,
    heightMm: 5,
  })
  const edge = (id: string, xMm: number, yMm: number) => ({
    id,
    kind: 'bar' as const,
    role: 'edge' as const,
    xMm,
    yMm,
    widthMm: 2.5,
    heightMm: 5,
  })
  return {
    page,
    widthMm,
    heightMm,
    anchors: [
      anchor('TL', 12, 9.5, 10),
      anchor('TR', widthMm - 9.5, 9.5),
      anchor('BR', widthMm - 9.5, heightMm - 9.5),
      anchor('BL', 9.5, heightMm - 9.5),
      edge('L1', 9.5, 105),
      edge('R1', widthMm - 9.5, 105),
    ],
    pageCode: {
      cells: [...bits].map((_, i) => ({ xMm: 50 + i * 5, yMm: 9.5, widthMm: 3, heightMm: 3 })),
      bits,
    },
    barcodes: [],
    fields:
      page === 1
        ? [examNo(6), ...choices(), absentBox(), optionalChoice()]
        : choices().slice(0, 4).map(second),
    regions: [
      {
        id: `block:${page}:0`,
        purpose: 'block',
        blockKey: `b${page}`,
        part: 0,
        framed: true,
        xMm: 20,
        yMm: 150,
        widthMm: 108,
        heightMm: 40,
      },
      ...(page === 1
        ? [
            {
              id: 'name',
              purpose: 'name' as const,
              blockKey: null,
              part: 0,
              framed: true,
              xMm: 20,
              yMm: 20,
              widthMm: 45,
              heightMm: 8,
            },
          ]
        : []),
    ],
  }
}

const second = (field: BubbleField): BubbleField => ({ ...field, id: `${field.id}b` })

function examNo(digits: number): BubbleField {
  const bubbles: Bubble[] = []
  for (let column = 0; column < digits; column++) {
    for (let digit = 0; digit < 10; digit++) {
      bubbles.push({
        value: String(digit),
        label: String(digit),
        column,
        xMm: 90 + column * 5.8,
        yMm: 30 + digit * 4.5,
        ...bubbleSize,
      })
    }
  }
  return {
    id: 'examNo',
    kind: 'examNo',
    direction: 'vertical',
    multiple: false,
    shape: 'rect',
    outlined: true,
    group: 'number',
    bubbles,
  }
}

function choices(): BubbleField[] {
  return Array.from({ length: 24 }, (_, i): BubbleField => {
    const column = Math.floor(i / 8)
    const row = i % 8
    return {
      id: `choice:${i + 1}`,
      kind: 'choice',
      direction: 'horizontal',
      // The last column is multiple choice.
      multiple: column === 2,
      shape: 'rect',
      outlined: true,
      group: `grid-${column}`,
      bubbles: [...'ABCD'].map((value, k) => ({
        value,
        label: value,
        column: 0,
        xMm: 26 + column * 38 + k * 5.8,
        yMm: 88 + row * 4.5,
        ...bubbleSize,
      })),
    }
  })
}

function absentBox(): BubbleField {
  return {
    id: 'absent',
    kind: 'absent',
    direction: 'horizontal',
    multiple: false,
    shape: 'rect',
    outlined: true,
    group: 'absent',
    bubbles: [{ value: 'absent', label: '', column: 0, xMm: 30, yMm: 40, ...bubbleSize }],
  }
}

function optionalChoice(): BubbleField {
  return {
    id: 'optional:A',
    kind: 'optionalChoice',
    direction: 'horizontal',
    multiple: false,
    shape: 'ellipse',
    outlined: true,
    group: 'optional',
    bubbles: ['22', '23'].map((value, i) => ({
      value,
      label: value,
      column: 0,
      xMm: 26 + i * 9,
      yMm: 140,
      widthMm: 6,
      heightMm: 3.4,
    })),
  }
}
