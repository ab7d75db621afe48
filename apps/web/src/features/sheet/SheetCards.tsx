import { Button, ButtonGroup } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { type ReplyOf, sheetDetail, type sheetList, sheetPdf } from '@hengjuan/contracts'
import { formatMilli } from '@hengjuan/domain'
import { DownloadButton, ReasonButton, StatusTag } from '@hengjuan/ui'
import { svgAddress } from './SheetPreview.tsx'
import css from './sheet.module.css'

export type SheetRow = ReplyOf<typeof sheetList>['list'][number]

/** Sheets with a picture of the first page and what can be done with them. */
export function SheetCards(props: {
  sheets: readonly SheetRow[]
  mayDesign: boolean
  onOpen: (sheet: SheetRow) => void
  onLock: (sheet: SheetRow) => void
  onDelete: (sheet: SheetRow) => void
}) {
  return (
    <div className={css['cards']}>
      {props.sheets.map((sheet) => (
        <article key={sheet.sheet_id} className={css['card']}>
          <button
            type="button"
            className={css['thumb']}
            onClick={() => props.onOpen(sheet)}
            aria-label={`预览 ${sheet.name}`}
          >
            <Thumbnail sheetId={sheet.sheet_id} version={sheet.version} />
          </button>
          <div className={css['cardText']}>
            <strong title={sheet.name}>{sheet.name}</strong>
            <span>
              {sheet.subject_name ?? '未指定科目'} · {sheet.paper} · {sheet.page_count} 面 ·{' '}
              {sheet.question_count} 题 · 满分 {formatMilli(sheet.full_milli)}
            </span>
            <span>
              {sheet.exam_name ? `用于「${sheet.exam_name}」` : '没有用于考试'} · 第 {sheet.version}{' '}
              版
            </span>
            <span className={css['tags']}>
              {sheet.locked && <StatusTag status="idle">由 {sheet.locked_by} 锁定</StatusTag>}
              {sheet.scanned_sheets > 0 && (
                <StatusTag status="busy">已扫描 {sheet.scanned_sheets} 张</StatusTag>
              )}
            </span>
          </div>
          <ButtonGroup fill className={css['cardButtons'] ?? ''}>
            <DownloadButton route={sheetPdf} input={{ query: { sheet_id: sheet.sheet_id } }}>
              PDF
            </DownloadButton>
            {props.mayDesign && (
              <>
                <Button onClick={() => props.onLock(sheet)}>
                  {sheet.locked ? '解锁' : '锁定'}
                </Button>
                <ReasonButton
                  reason={
                    sheet.locked
                      ? '已锁定，请先解锁'
                      : sheet.scanned_sheets > 0
                        ? '已有扫描数据，不能删除'
                        : null
                  }
                  onClick={() => props.onDelete(sheet)}
                >
                  删除
                </ReasonButton>
              </>
            )}
          </ButtonGroup>
        </article>
      ))}
    </div>
  )
}

function Thumbnail({ sheetId, version }: { sheetId: number; version: number }) {
  const { data } = useRoute(
    sheetDetail,
    { query: { sheet_id: sheetId, geometry: false } },
    { staleTime: 300_000 },
  )
  const [first] = data?.svg_pages ?? []
  return first ? (
    <img src={svgAddress(first)} alt="" key={version} />
  ) : (
    <span className={`bp6-skeleton ${css['thumbWait']}`} />
  )
}
