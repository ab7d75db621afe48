import { Button, PopoverNext } from '@blueprintjs/core'
import { abnormalMarking, abnormalMarkSpecial, abnormalReplaceSheet } from '@hengjuan/contracts'
import { ReasonButton } from '@hengjuan/ui'
import { useRef, useState } from 'react'
import css from './abnormal.module.css'
import type { SheetPage } from './PageBar.tsx'
import { type Abnormal, type AbnormalSheet, payloadOf } from './use-abnormal.ts'
import { type Asking, SheetMenu } from './SheetMenu.tsx'
import { SheetQuestions, pageNameOf } from './SheetQuestions.tsx'
import { SheetForms } from './SheetForms.tsx'

/** What is done with the paper as a whole: sent to marking, and everything that is seldom needed. */
export function SheetActions(props: {
  abnormal: Abnormal
  sheet: AbnormalSheet
  /** The page that is looked at. */
  page: SheetPage | undefined
  onSent: () => void
}) {
  const { abnormal, sheet, page } = props
  const { at, run, pending } = abnormal
  const [asking, setAsking] = useState<Asking | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const person = { ...at, candidate_id: sheet.candidate.candidate_id }
  const open = sheet.blocks.filter(({ abnormal: row }) => row !== null && row.outcome === null)
  const rest = sheet.blocks.filter((block) => block.unit_state !== null && !open.includes(block))
  const close = () => setAsking(null)
  const pageName = pageNameOf(page)
  return (
    <div className={css['row2']}>
      <ReasonButton
        intent="primary"
        loading={pending}
        reason={open.length === 0 ? '这份试卷没有等待处理的题块' : null}
        onClick={() =>
          void run(
            abnormalMarking,
            { body: person },
            ({ blocks }) => `${blocks} 个题块已送阅，图像没有变的保留已有评阅`,
          ).then((reply) => reply && props.onSent())
        }
      >
        送阅 {open.length} 个题块
      </ReasonButton>
      <PopoverNext
        placement="bottom-end"
        content={
          <SheetMenu
            sheet={sheet}
            pageName={page ? pageName : null}
            hasOpen={open.length > 0}
            hasRest={rest.length > 0}
            onAsk={setAsking}
            onOrdinary={() =>
              void run(
                abnormalMarkSpecial,
                { body: { ...person, special: 0, note: '' } },
                '已取消特殊试卷',
              )
            }
          />
        }
      >
        <Button disabled={pending}>更多</Button>
      </PopoverNext>
      <input
        ref={input}
        hidden
        type="file"
        accept="image/jpeg,image/png"
        aria-label="页面图像"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          currentTarget.value = ''
          if (!file || !page) return
          const { sheet_id, page_seq } = page
          close()
          void run(
            abnormalReplaceSheet,
            { query: { ...at, sheet_id, page_seq } },
            `${pageName}已替换并重新识别，这一页的题块等待送阅`,
            payloadOf(file),
          )
        }}
      />
      <SheetQuestions
        abnormal={abnormal}
        sheet={sheet}
        page={page}
        asking={asking}
        onFile={() => input.current?.click()}
        onClose={close}
      />
      <SheetForms abnormal={abnormal} sheet={sheet} asking={asking} rest={rest} onClose={close} />
    </div>
  )
}
