import { Piece } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import css from './scan-review.module.css'
import type { ReviewDetail, ReviewSheet } from './types.ts'

type Neighbours = ReviewDetail['neighbours']

/**
 * What a sheet says about whose it is: the name in handwriting, its codes and digits as pictures with what
 * was read of them, and where in the room it was written.
 *
 * @source ui D4 (ID error)
 */
export function IdentityEvidence(props: {
  sheet: ReviewSheet
  /** Of the stack, where the candidate is not known. */
  neighbours?: Neighbours
}) {
  const { identity, candidate } = props.sheet
  const hasCode = identity.barcode_url !== null || identity.barcode !== null
  return (
    <dl className={css['evidence']}>
      {identity.name_url && <Row title="手写姓名" url={identity.name_url} />}
      {hasCode && (
        <Row title="条形码" url={identity.barcode_url}>
          <Code>{identity.barcode ?? '没有读到'}</Code>
        </Row>
      )}
      <Row title="填涂考号" url={identity.bubbles_url}>
        <Code>{identity.bubbles ?? '没有填涂'}</Code>
      </Row>
      {candidate ? (
        <Row title="考场座位" url={null}>
          {placeOf(candidate) || '没有编排'}
        </Row>
      ) : (
        props.neighbours && (
          <Row title="考场座位" url={null}>
            <NextInStack seq={props.sheet.seq} neighbours={props.neighbours} />
          </Row>
        )
      )}
    </dl>
  )
}

const Row = (props: { title: string; url: string | null; children?: ReactNode }) => (
  <>
    <dt>{props.title}</dt>
    <dd>
      {props.url && <Piece className={css['crop']} src={props.url} alt={props.title} />}
      {props.children}
    </dd>
  </>
)

const Code = ({ children }: { children: string }) => <span className={css['mono']}>{children}</span>

/** Stacks lie by room and seat: the sheets around say where this one was written. */
function NextInStack({ seq, neighbours }: { seq: number; neighbours: Neighbours }) {
  const { before, after } = neighbours
  if (!before && !after) return '同批前后还没有认出的考生'
  return [before, after].map(
    (one) =>
      one && (
        <span key={one.seq} title={`第 ${one.seq} 张，考号 ${one.exam_no}`}>
          {wayTo(seq, one.seq)} {placeOf(one) || '没有编排'} {one.name}
        </span>
      ),
  )
}

/** From one place in the stack to another, in words. */
const wayTo = (from: number, to: number): string => {
  const steps = Math.abs(to - from)
  return `${to < from ? '前' : '后'}${steps === 1 ? '一' : `第 ${steps} `}张`
}

const placeOf = (of: { room_no: string | null; seat_no: string | null }): string =>
  [of.room_no && `${of.room_no} 考场`, of.seat_no && `${of.seat_no} 座`].filter(Boolean).join(' ')
