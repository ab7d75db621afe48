import type { Bubble, BubbleField, OmrTemplate, TemplateAnchor } from '@hengjuan/domain'

/** A real scanned sheet's known answers, as kept beside the picture. */
export interface ScanTruth {
  image: string
  page: { w: number; h: number }
  markers: { shape: string; corner: 'TL' | 'TR' | 'BR' | 'BL'; x: number; y: number }[]
  bubbles: {
    field: string
    value: string
    x: number
    y: number
    w: number
    h: number
    shape: string
    filled: boolean
  }[]
}

/** How a sheet of this family is described beyond its truth: what the truth file does not say. */
export interface SheetFamily {
  /** Width of the reference frame in millimetres. */
  widthMm: number
  /** Outer diameter of ring markers in frame units. */
  ring?: number
  /** Printed size of a bubble in frame units, where it differs from the published one. */
  bubble?: { w: number; h: number; shape: 'rect' | 'ellipse' }
  outlined: boolean
  /** Which printed grid a bubble belongs to. */
  groupOf: (bubble: ScanTruth['bubbles'][number]) => string
  multiple?: boolean
}

/** Describes a third-party sheet in the project's template format. */
export function templateOfTruth(truth: ScanTruth, family: SheetFamily): OmrTemplate {
  const unit = family.widthMm / truth.page.w
  const isRing = truth.markers[0]!.shape.startsWith('concentric')
  const anchors = truth.markers.map((m): TemplateAnchor => ({
    id: m.corner,
    kind: isRing ? 'ring' : 'page-corner',
    role: 'corner',
    xMm: m.x * unit,
    yMm: m.y * unit,
    widthMm: isRing ? (family.ring ?? 100) * unit : 1,
    heightMm: isRing ? (family.ring ?? 100) * unit : 1,
  }))
  const fields = new Map<string, BubbleField>()
  for (const b of truth.bubbles) {
    let field = fields.get(b.field)
    if (!field) {
      field = {
        id: b.field,
        kind: 'choice',
        direction: 'horizontal',
        multiple: family.multiple ?? false,
        shape: family.bubble?.shape ?? (b.shape === 'oval' ? 'ellipse' : 'rect'),
        outlined: family.outlined,
        group: family.groupOf(b),
        bubbles: [],
      }
      fields.set(b.field, field)
    }
    const bubble: Bubble = {
      value: b.value,
      label: b.value,
      column: 0,
      xMm: b.x * unit,
      yMm: b.y * unit,
      widthMm: (family.bubble?.w ?? b.w) * unit,
      heightMm: (family.bubble?.h ?? b.h) * unit,
    }
    field.bubbles.push(bubble)
  }
  return {
    format: 'hengjuan-omr-template',
    version: 1,
    id: truth.image,
    name: truth.image,
    pages: [
      {
        page: 1,
        widthMm: family.widthMm,
        heightMm: truth.page.h * unit,
        anchors,
        pageCode: null,
        barcodes: [],
        fields: [...fields.values()],
        regions: [],
      },
    ],
  }
}

/** Values filled in each field, in sheet order. */
export function answersOf(truth: ScanTruth): Map<string, string[]> {
  const answers = new Map<string, string[]>()
  for (const b of truth.bubbles) {
    const list = answers.get(b.field) ?? []
    if (b.filled) list.push(b.value)
    answers.set(b.field, list)
  }
  return answers
}

/** The families in `test-scans/real`, by folder. */
export const sheetFamilies: Record<string, SheetFamily> = {
  // Outlines are hairlines at 85 dpi: only the rings can be relied on.
  sample1: { widthMm: 130, ring: 104, outlined: false, groupOf: gridOf },
  sample3: {
    widthMm: 210,
    bubble: { w: 25, h: 24, shape: 'ellipse' },
    outlined: true,
    groupOf: (b) => `q${Math.floor((Number(b.field.slice(1)) - 1) / 40)}`,
  },
  sample4: {
    widthMm: 148,
    bubble: { w: 37, h: 37, shape: 'ellipse' },
    outlined: true,
    groupOf: () => 'questions',
  },
  // The scanner app bleached the outlines away.
  sample5: { widthMm: 130, ring: 104, outlined: false, groupOf: gridOf },
  sample6: {
    widthMm: 210,
    bubble: { w: 39, h: 39, shape: 'ellipse' },
    outlined: true,
    groupOf: () => 'number',
  },
}

function gridOf({ x, y }: { x: number; y: number }): string {
  if (y < 800) return x < 850 ? 'roll' : 'digits'
  return `choices-${Math.floor(x / 700)}-${Math.floor(y / 1150)}`
}
