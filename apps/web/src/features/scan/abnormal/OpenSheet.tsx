import { Button } from '@blueprintjs/core'
import {
  abnormalChangeTag,
  abnormalReplaceBlock,
  abnormalSign,
  abnormalUndoReplace,
} from '@hengjuan/contracts'
import { EmptyState, ReasonButton, StatusTag, Time } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import { BlockCard } from './BlockCard.tsx'
import { FramedPage } from './FramedPage.tsx'
import { pageKey } from './PageBar.tsx'
import { SheetActions } from './SheetActions.tsx'
import { TagDialog } from './TagDialog.tsx'
import { type AbnormalSheet, payloadOf } from './use-abnormal.ts'
import { type OpenSheetProps, useOpenSheet } from './use-open-sheet.ts'
import css from './abnormal.module.css'

export function OpenSheet(props: OpenSheetProps) {
  const { abnormal, sheet } = props
  const { at, run, pending } = abnormal
  const {
    drawn,
    setDrawn,
    setLooked,
    tagging,
    setTagging,
    block,
    part,
    place,
    page,
    frame,
    isDrawn,
    target,
    choose,
    crop,
    cannotCrop,
  } = useOpenSheet(props)
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
