import { Button, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core'
import type { CallError } from '@hengjuan/client'
import { useCaller } from '@hengjuan/client/react'
import { sheetBlockCheck } from '@hengjuan/contracts'
import { formatMilli } from '@hengjuan/domain'
import { EmptyState, Panel, ReasonButton, SkeletonLines, StatusTag } from '@hengjuan/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isObjective, questionsOf, type SheetWork } from './draft.ts'
import { QuestionTable } from './QuestionTable.tsx'
import { SheetOptions } from './SheetOptions.tsx'
import { SheetPreview } from './SheetPreview.tsx'
import css from './sheet.module.css'

const PAUSE_MS = 400
const NUMBER_STYLES = [
  { value: 'bubble', label: '填涂考号' },
  { value: 'barcode', label: '粘贴条形码' },
  { value: 'both', label: '填涂和条形码' },
]

/** The designer of a sheet: question table at the left, the laid-out pages at the right. */
export function SheetEditor(props: {
  initial: SheetWork
  /** Not stored yet: it can be saved as it is. */
  isNew: boolean
  examId: number
  subjectId: number
  /** Why the layout cannot change any more; answers still can. */
  fixedReason: string | null
  mayEdit: boolean
  isPending: boolean
  error: CallError | null
  onSave: (work: SheetWork) => void
}) {
  const [work, setWork] = useState(props.initial)
  const design = useSettled(work.design)
  const check = useDesignCheck(design, props)
  const isChanged = props.isNew || work !== props.initial
  const problems = check.data?.problems ?? []
  const missingKeys = questionsOf(work.design).filter(
    (question) => isObjective(question) && !work.keys[question.no],
  ).length
  const isFixed = props.fixedReason !== null || !props.mayEdit
  const set = (change: Partial<SheetWork['design']>) =>
    setWork({ ...work, design: { ...work.design, ...change } })
  return (
    <div className={css['editor']}>
      <Panel
        title="题目"
        note={
          check.data && problems.length === 0
            ? `${questionsOf(work.design).length} 题，满分 ${formatMilli(check.data.full_milli)} 分，${check.data.blocks.length} 个题块${missingKeys > 0 ? `，${missingKeys} 题没有答案` : ''}`
            : null
        }
        actions={
          props.mayEdit && (
            <>
              {work !== props.initial && (
                <Button variant="minimal" onClick={() => setWork(props.initial)}>
                  放弃修改
                </Button>
              )}
              <ReasonButton
                intent="primary"
                loading={props.isPending}
                reason={
                  problems.length > 0 ? '请先改正右侧列出的问题' : !isChanged ? '没有修改' : null
                }
                onClick={() => props.onSave(work)}
              >
                保存答题卡
              </ReasonButton>
            </>
          )
        }
      >
        {props.error && (
          <p className={css['problem']} role="alert">
            ✕ {props.error.message}
          </p>
        )}
        {props.fixedReason && (
          <p className={css['note']}>! {props.fixedReason}，现在只能修改答案。</p>
        )}
        <div className={css['settings']}>
          <FormGroup label="标题" labelFor="sheet-title" className={css['wide']}>
            <InputGroup
              id="sheet-title"
              disabled={isFixed}
              value={work.design.title}
              onValueChange={(title) => set({ title })}
            />
          </FormGroup>
          <FormGroup label="纸张" labelFor="sheet-paper">
            <HTMLSelect
              id="sheet-paper"
              fill
              disabled={isFixed}
              value={work.design.paper}
              options={['A4', 'A3']}
              onChange={({ currentTarget }) => set({ paper: currentTarget.value as 'A4' })}
            />
          </FormGroup>
          <FormGroup label="考号样式" labelFor="sheet-number">
            <HTMLSelect
              id="sheet-number"
              fill
              disabled={isFixed}
              value={work.design.numberStyle}
              options={NUMBER_STYLES}
              onChange={({ currentTarget }) =>
                set({ numberStyle: currentTarget.value as 'bubble' })
              }
            />
          </FormGroup>
          <FormGroup label="考号位数" labelFor="sheet-digits">
            <HTMLSelect
              id="sheet-digits"
              fill
              disabled={isFixed}
              value={work.design.examNoDigits}
              options={Array.from({ length: 9 }, (_, index) => index + 4)}
              onChange={({ currentTarget }) => set({ examNoDigits: Number(currentTarget.value) })}
            />
          </FormGroup>
          <SheetOptions design={work.design} disabled={isFixed} onChange={set} />
        </div>
        <QuestionTable
          work={work}
          isFixed={isFixed}
          problems={
            new Map(problems.map(({ question_no, message }) => [question_no ?? '', message]))
          }
          onChange={props.mayEdit ? setWork : () => undefined}
        />
      </Panel>
      <Panel
        title="版面"
        className={css['previewPanel'] ?? ''}
        actions={
          check.isFetching ? (
            <StatusTag status="busy">正在排版</StatusTag>
          ) : problems.length === 0 && check.data ? (
            <StatusTag status="ok">{check.data.svg_pages.length} 面</StatusTag>
          ) : null
        }
      >
        {problems.length > 0 && (
          <ul className={css['problems']} role="alert">
            {problems.map(({ message }) => (
              <li key={message}>✕ {message}</li>
            ))}
          </ul>
        )}
        {check.error && <p className={css['problem']}>✕ {check.error.message}</p>}
        {check.data && check.data.svg_pages.length > 0 ? (
          <SheetPreview pages={check.data.svg_pages} isStale={check.isFetching} />
        ) : check.data || check.error ? (
          <EmptyState title="改正问题后显示版面" />
        ) : (
          <SkeletonLines lines={10} />
        )}
      </Panel>
    </div>
  )
}

/** The value after a pause in changing it: not every key press is laid out. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  // Waits for a pause, or every key would be a call.
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

function useDesignCheck(
  design: SheetWork['design'],
  props: { examId: number; subjectId: number; mayEdit: boolean },
) {
  const { call } = useCaller()
  const body = { exam_id: props.examId, subject_id: props.subjectId, design }
  return useQuery<Awaited<ReturnType<typeof call<typeof sheetBlockCheck>>>, CallError>({
    queryKey: [sheetBlockCheck.path, body],
    queryFn: ({ signal }) => call(sheetBlockCheck, { body }, { signal }),
    placeholderData: keepPreviousData,
    enabled: props.mayEdit,
    staleTime: 60_000,
  })
}
