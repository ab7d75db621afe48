import { Button } from '@blueprintjs/core'
import {
  abnormalChangeTag,
  abnormalCrop,
  abnormalReplaceBlock,
  abnormalSign,
  abnormalUndoReplace,
} from '@hengjuan/contracts'
import { EmptyState, ReasonButton, StatusTag, Time } from '@hengjuan/ui'
import { type ReactNode, useState } from 'react'
import { BlockCard } from './BlockCard.tsx'
import { isLargeEnough } from './frame.ts'
import { type Frame, FramedPage } from './FramedPage.tsx'
import { pageKey } from './PageBar.tsx'
import { SheetActions } from './SheetActions.tsx'
import { TagDialog } from './TagDialog.tsx'
import { type Abnormal, type AbnormalBlock, type AbnormalSheet, payloadOf } from './use-abnormal.ts'
import css from './abnormal.module.css'

/** A paper that is open: its chosen part, the page that is looked at, and the frame that was drawn on it. */
export function OpenSheet(props: {
  abnormal: Abnormal
  sheet: AbnormalSheet
  /** What follows when it was sent. */
  onSent: () => void
}) {
  const { abnormal, sheet } = props
  const { at, run, pending } = abnormal
  const [chosen, setChosen] = useState<{ blockId: number; part: number } | null>(null)
  const [drawn, setDrawn] = useState<Frame | null>(null)
  const [looked, setLooked] = useState<string | null>(null)
  const [tagging, setTagging] = useState<AbnormalBlock | null>(null)
  const block =
    sheet.blocks.find(({ block_id }) => block_id === chosen?.blockId) ??
    sheet.blocks.find(waits) ??
    sheet.blocks[0]
  const part =
    block?.parts.find((one) => one.part === (chosen?.part ?? 0)) ?? block?.parts[0] ?? null
  const place = part?.place ?? null
  const page =
    sheet.pages.find((one) => pageKey(one) === looked) ??
    sheet.pages.find((one) => place !== null && pageKey(one) === pageKey(place)) ??
    sheet.pages[0]
  const frame = drawn ?? place
  const isOpen = block !== undefined && waits(block)
  const isDrawn = isOpen && !block.is_risk
  const target = {
    ...at,
    candidate_id: sheet.candidate.candidate_id,
    block_id: block?.block_id ?? 0,
  }
  const choose = (blockId: number, at_: number) => {
    setChosen({ blockId, part: at_ })
    setDrawn(null)
    setLooked(null)
  }
  const crop = async () => {
    if (!drawn || !part) return
    const { sheet_id, page_seq, box } = drawn
    const reply = await run(
      abnormalCrop,
      { body: { ...target, part: part.part, sheet_id, page_seq, box } },
      ({ changed }) => (changed ? '已按框选重新切割' : '框与原来相同，图像没有变'),
    )
    if (reply) setDrawn(null)
  }
  const cannotCrop = cropRefusal(isOpen, block, drawn)
  return (
    <>
      <div className={css['middle']}>
        <SheetHead sheet={sheet}>
          {drawn && (
            <Button disabled={pending} onClick={() => setDrawn(null)}>
              取消框选
            </Button>
          )}
          <ReasonButton
            intent={drawn ? 'primary' : 'none'}
            loading={pending}
            reason={cannotCrop}
            onClick={() => void crop()}
          >
            切割{block ? ` ${block.block_name}` : ''}
          </ReasonButton>
        </SheetHead>
        {page ? (
          <FramedPage
            pages={sheet.pages}
            page={page}
            onPage={(next) => setLooked(pageKey(next))}
            frame={frame}
            focus={place}
            onFrame={isDrawn ? setDrawn : null}
          />
        ) : (
          <EmptyState size="large" title="没有在用的答题卡">
            答题卡已作废或还没有扫描：请补扫，或撤销作废。
          </EmptyState>
        )}
      </div>
      <aside className={css['side']}>
        <SheetActions abnormal={abnormal} sheet={sheet} page={page} onSent={props.onSent} />
        {sheet.blocks.map((one) => (
          <BlockCard
            key={one.block_id}
            block={one}
            isCurrent={one.block_id === block?.block_id}
            part={part?.part ?? 0}
            pending={pending}
            onChoose={(number) => choose(one.block_id, number)}
            onUpload={(number, file) =>
              void run(
                abnormalReplaceBlock,
                { query: { ...target, part: number } },
                '已换成上传的图像',
                payloadOf(file),
              )
            }
            onUndo={(number) =>
              void run(
                abnormalUndoReplace,
                { body: { ...target, part: number } },
                '已撤销最近一次更换',
              )
            }
            onTag={() => setTagging(one)}
            onSign={(mark) =>
              void run(
                abnormalSign,
                {
                  body: {
                    ...at,
                    candidate_id: target.candidate_id,
                    mark,
                    block_ids: [one.block_id],
                  },
                },
                mark === 'damaged' ? '已标为残缺，由题组长决定' : '已标为空白，等待空白确认',
              )
            }
          />
        ))}
        <SheetHistory sheet={sheet} />
      </aside>
      {tagging?.abnormal && (
        <TagDialog
          title={`${tagging.block_name} 的标签`}
          confirmText="保存标签"
          tag={tagging.abnormal.tag}
          note={tagging.abnormal.note}
          isPending={pending}
          onConfirm={({ tag, note }) =>
            void run(
              abnormalChangeTag,
              { body: { ...at, abnormal_id: tagging.abnormal?.abnormal_id ?? 0, tag, note } },
              '标签已修改',
            ).then((reply) => reply && setTagging(null))
          }
          onClose={() => setTagging(null)}
        />
      )}
    </>
  )
}

/** Whose paper it is, and what is done with the chosen part. */
const SheetHead = ({ sheet, children }: { sheet: AbnormalSheet; children: ReactNode }) => (
  <div className={css['bar']}>
    <b>
      {sheet.candidate.name} <small>{sheet.candidate.exam_no}</small>
    </b>
    <span className={css['quiet']}>
      {sheet.candidate.class_name}
      {sheet.candidate.attendance === 1 && ' · 缺考'}
    </span>
    {sheet.special !== null && <StatusTag status="warn">特殊：{sheet.special}</StatusTag>}
    <span className={css['grow']} />
    {children}
  </div>
)

function SheetHistory({ sheet }: { sheet: AbnormalSheet }) {
  if (sheet.handled.length === 0) return null
  return (
    <section className={css['history']} aria-label="处理记录">
      <h3>处理记录</h3>
      <ol>
        {sheet.handled.map(({ decision_id, text, actor_name, at }) => (
          <li key={decision_id}>
            {text}
            <small>
              {actor_name} · <Time at={at} />
            </small>
          </li>
        ))}
      </ol>
    </section>
  )
}

const waits = ({ abnormal }: AbnormalBlock): boolean =>
  abnormal !== null && abnormal.outcome === null

/** Why the chosen part cannot be cut anew; null where it can. */
function cropRefusal(
  isOpen: boolean,
  block: AbnormalBlock | undefined,
  drawn: Frame | null,
): string | null {
  if (!isOpen) return '这个题块没有退回切图，请先在「更多」中退回'
  if (block?.is_risk) return '这份作答的图像只对学校管理员显示，请联系学校管理员处理'
  if (!drawn) return '请先在页面上框选题块的范围'
  return isLargeEnough(drawn.box) ? null : '框选的区域太小'
}
