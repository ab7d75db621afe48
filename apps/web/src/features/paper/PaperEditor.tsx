import { Button, HTMLSelect } from '@blueprintjs/core'
import { routeKey, useCall } from '@hengjuan/client/react'
import { examPaper, examPaperSave, examPaperUpload, examProgress } from '@hengjuan/contracts'
import {
  formatMilli,
  keptRegions,
  nextUnbound,
  PAPER_AUDIENCES,
  type PaperAudience,
  QUESTION_TYPES,
  type QuestionType,
  unboundQuestions,
} from '@hengjuan/domain'
import { ConfirmDialog, EmptyState, ErrorState, Panel, SimpleTable, toast } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { PaperPages, type Paper } from './PaperPages.tsx'
import { RegionBoard } from './RegionBoard.tsx'
import css from './paper.module.css'

const ACCEPT = '.pdf,.jpg,.jpeg,.png,.tif,.tiff'

/** Pages of the original at the left, the question table at the right; everything is kept as it is done. */
export function PaperEditor({ paper, mayEdit }: { paper: Paper; mayEdit: boolean }) {
  const { exam_id, subject_id, pages, regions, questions } = paper
  const cache = useQueryClient()
  const nos = questions.map(({ no }) => no)
  const [current, setCurrent] = useState<string | null>(() => nextUnbound(regions, nos, null))
  const [dropped, setDropped] = useState<string | null>(null)
  const key = routeKey(examPaper, { query: { exam_id, subject_id } })
  const keep = (next: Paper) => {
    cache.setQueryData(key, next)
    void cache.invalidateQueries({ queryKey: [examProgress.path] })
  }
  const upload = useCall(examPaperUpload, {
    onSuccess: (next) => {
      keep(next)
      toast.done(`已上传，原卷现在有 ${next.pages.length} 页`)
      setCurrent(nextUnbound(next.regions, nos, null))
    },
  })
  const save = useCall(examPaperSave, {
    onSuccess: keep,
    onError: (error) => {
      toast.error(error)
      void cache.invalidateQueries({ queryKey: key })
    },
  })
  const change = (next: Partial<Pick<Paper, 'visible_to' | 'regions'>> & { pages?: string[] }) =>
    save.mutate({
      body: {
        exam_id,
        subject_id,
        version: paper.version,
        visible_to: paper.visible_to,
        regions,
        pages: pages.map(({ hash }) => hash),
        ...next,
      },
    })
  const arrange = (hashes: string[]) =>
    change({
      pages: hashes,
      regions: keptRegions(
        regions,
        pages.map(({ hash }) => hash),
        hashes,
      ),
    })
  const open = unboundQuestions(regions, nos)
  const step = (by: 1 | -1) => {
    const at = current === null ? -1 : nos.indexOf(current)
    setCurrent(
      by === 1
        ? (nextUnbound(regions, nos, current) ?? nos[(at + 1) % nos.length] ?? null)
        : (nos.at(at - 1) ?? null),
    )
  }
  const chooser = mayEdit && (
    <Upload
      isPending={upload.isPending}
      hasPages={pages.length > 0}
      onChoose={(file) => {
        const payload = new FormData()
        payload.append('file', file)
        upload.mutate({ query: { exam_id, subject_id }, payload })
      }}
    />
  )
  return (
    <div className={css['editor']}>
      <Panel
        title={`原卷 ${pages.length > 0 ? `${pages.length} 页` : ''}`}
        actions={pages.length > 0 && chooser}
      >
        {upload.error && <ErrorState error={upload.error} />}
        {pages.length === 0 ? (
          <EmptyState size="large" title="还没有上传试卷原卷" action={chooser || undefined}>
            PDF 或清晰的图片（JPEG、PNG、TIFF，一次最多 12
            页）。阅卷时显示在作答旁边；成绩发布后可以给学生查看。
          </EmptyState>
        ) : !mayEdit ? (
          <PaperPages pages={pages} />
        ) : (
          pages.map((page, at) => (
            <section key={page.hash} className={css['sheet']} aria-label={`第 ${at + 1} 页`}>
              <header>
                <b>第 {at + 1} 页</b>
                <span>
                  <Button
                    size="small"
                    variant="minimal"
                    disabled={at === 0 || save.isPending}
                    onClick={() =>
                      arrange(
                        moved(
                          pages.map(({ hash }) => hash),
                          at,
                        ),
                      )
                    }
                  >
                    上移
                  </Button>
                  <Button
                    size="small"
                    variant="minimal"
                    disabled={save.isPending}
                    onClick={() => setDropped(page.hash)}
                  >
                    移除
                  </Button>
                </span>
              </header>
              <RegionBoard
                page={page}
                number={at + 1}
                regions={regions.filter((region) => region.page === at + 1)}
                current={current}
                isLocked={save.isPending}
                onPick={setCurrent}
                onNext={step}
                onRemove={() => change({ regions: regions.filter(({ no }) => no !== current) })}
                onDraw={(box) => {
                  if (current === null) return
                  const next = [
                    ...regions.filter(({ no }) => no !== current),
                    { no: current, page: at + 1, ...box },
                  ]
                  change({ regions: next })
                  setCurrent(nextUnbound(next, nos, current) ?? current)
                }}
              />
            </section>
          ))
        )}
      </Panel>
      <div className={css['side']}>
        <Panel title="谁可以查看">
          <HTMLSelect
            fill
            aria-label="谁可以查看原卷"
            value={paper.visible_to}
            disabled={!mayEdit || pages.length === 0 || save.isPending}
            options={Object.entries(PAPER_AUDIENCES).map(([value, label]) => ({ value, label }))}
            onChange={({ currentTarget: { value } }) =>
              change({ visible_to: value as PaperAudience })
            }
          />
          <p className={css['hint']}>
            开始扫描阅卷之前，原卷只对能设计答题卡的人开放；之后阅卷教师在作答旁边可以打开。
          </p>
        </Panel>
        <Panel
          title="题目"
          flush
          note={open.length > 0 ? `${open.length} 题没有框出` : '每题都已框出'}
        >
          <SimpleTable
            label="题目与原卷位置"
            columns={[
              {
                key: 'no',
                title: '题号',
                width: 84,
                render: ({ no }) =>
                  mayEdit && pages.length > 0 ? (
                    <Button
                      size="small"
                      variant="minimal"
                      active={no === current}
                      aria-pressed={no === current}
                      onClick={() => setCurrent(no)}
                    >
                      {no}
                    </Button>
                  ) : (
                    no
                  ),
              },
              {
                key: 'type',
                title: '题型',
                render: ({ type }) => QUESTION_TYPES[type as QuestionType] ?? '未知题型',
              },
              {
                key: 'full',
                title: '分值',
                width: 64,
                align: 'right',
                render: ({ full_milli }) => formatMilli(full_milli),
              },
              {
                key: 'place',
                title: '原卷位置',
                width: 104,
                render: ({ no }) => {
                  const region = regions.find((one) => one.no === no)
                  return region ? `第 ${region.page} 页` : '未框出'
                },
              },
            ]}
            rows={questions}
            rowKey={({ no }) => no}
            empty="还没有题目表，请先设计答题卡"
          />
        </Panel>
      </div>
      <ConfirmDialog
        isOpen={dropped !== null}
        isDestructive
        title="移除这一页"
        effect={`将移除第 ${pages.findIndex(({ hash }) => hash === dropped) + 1} 页和框在上面的题目位置`}
        confirmText="移除"
        isPending={save.isPending}
        error={null}
        onClose={() => setDropped(null)}
        onConfirm={() => {
          arrange(pages.map(({ hash }) => hash).filter((hash) => hash !== dropped))
          setDropped(null)
        }}
      >
        题目和答题卡不受影响；需要时可以重新上传这一页再框选。
      </ConfirmDialog>
    </div>
  )
}

const moved = (hashes: readonly string[], at: number): string[] => {
  const next = [...hashes]
  const [one] = next.splice(at, 1)
  if (one !== undefined) next.splice(at - 1, 0, one)
  return next
}

function Upload(props: { isPending: boolean; hasPages: boolean; onChoose: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPT}
        aria-label="选择原卷文件"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          if (file) props.onChoose(file)
          currentTarget.value = ''
        }}
      />
      <Button
        intent={props.hasPages ? 'none' : 'primary'}
        loading={props.isPending}
        onClick={() => input.current?.click()}
      >
        {props.hasPages ? '继续上传' : '上传原卷'}
      </Button>
    </>
  )
}
