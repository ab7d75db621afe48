import {
  ErrorState,
  ImageViewer,
  type ImageViewerHandle,
  KeyHint,
  Segmented,
  SideDrawer,
  SkeletonPage,
  toast,
} from '@hengjuan/ui'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { FindingView, SheetDetail } from '../../bridge/sheet-api.ts'
import { useBatch, useScreen } from '../station-store.ts'
import { useAnswer, useTransport } from '../transport/use-station.ts'
import { regionsOf } from './reading-regions.ts'
import { ownerOf } from './sheet-status.ts'
import css from './sheet.module.css'
import { SheetUpload } from './SheetUpload.tsx'
import { SheetFindings, ScanNotes } from './SheetFindings.tsx'

/** One sheet from close by: its pictures with what was read drawn on them, and what is wrong. */
export function SheetDrawer() {
  const { sheetId, openSheet } = useScreen()
  const batch = useBatch()
  const version = `${batch?.uploaded ?? 0} ${batch?.refused ?? 0}`
  const { answer, error, retry } = useAnswer(
    'sheet',
    sheetId === null ? null : { sheet_id: sheetId },
    version,
  )
  return (
    <SideDrawer
      isOpen={sheetId !== null}
      size="min(1180px, 92vw)"
      title={answer ? `第 ${answer.seq} 张　${ownerOf(answer)}` : '答题卡'}
      onClose={() => openSheet(null)}
    >
      {error !== null && <ErrorState error={error} onRetry={retry} />}
      {answer ? (
        <Content key={answer.sheet_id} sheet={answer} />
      ) : (
        error === null && <SkeletonPage />
      )}
    </SideDrawer>
  )
}

function Content({ sheet }: { sheet: SheetDetail }) {
  const [seq, setSeq] = useState(
    sheet.findings.find((each) => each.page_seq !== null)?.page_seq ?? 1,
  )
  const [fieldId, setFieldId] = useState<string | null>(sheet.findings[0]?.field_id ?? null)
  const page = sheet.pages.find((each) => each.page_seq === seq) ?? sheet.pages[0]
  const pick = (finding: FindingView) => {
    if (finding.page_seq !== null) setSeq(finding.page_seq)
    setFieldId(finding.field_id)
  }
  useNeighbourKeys(sheet)
  return (
    <div className={css['detail']}>
      <div className={css['viewer']}>
        {page && <Page key={page.image_id} page={page} fieldId={fieldId} />}
      </div>
      <aside className={css['facts']}>
        <Segmented
          label="图像"
          value={seq}
          onChange={setSeq}
          options={sheet.pages.map((each) => ({
            value: each.page_seq,
            label:
              each.reading.page === null
                ? `图像 ${each.page_seq}（未定位）`
                : `第 ${each.reading.page} 页`,
          }))}
        />
        <SheetUpload sheet={sheet} />
        <SheetFindings sheet={sheet} fieldId={fieldId} onPick={pick} />
        {page && <ScanNotes page={page} />}
        <p className={css['keys']}>
          <KeyHint keys="K" /> 上一张 <KeyHint keys="J" /> 下一张 <KeyHint keys="Esc" /> 关闭
        </p>
      </aside>
    </div>
  )
}

function Page(props: { page: SheetDetail['pages'][number]; fieldId: string | null }) {
  const { pictureAddress } = useTransport()
  const { page, fieldId } = props
  const viewer = useRef<ImageViewerHandle>(null)
  const isTurned = useRef(false)
  const regions = useMemo(() => regionsOf(page.reading, fieldId), [page.reading, fieldId])
  // The scan lies as the paper went in; it is shown upright once, then as the person turns it.
  const showUpright = () => {
    if (isTurned.current) return
    isTurned.current = true
    const turns = (4 - (page.reading.registration?.rotation ?? 0) / 90) % 4
    // The viewer reports its first view before it can be asked to change it.
    requestAnimationFrame(() => {
      for (let turn = 0; turn < turns; turn++) viewer.current?.rotate()
      viewer.current?.fitPage()
    })
  }
  return (
    <ImageViewer
      ref={viewer}
      src={pictureAddress(page.image_id, 'page')}
      alt={`图像 ${page.name}`}
      fit="page"
      regions={regions}
      onViewChange={showUpright}
    />
  )
}

/** J and K walk through the batch: J to the next sheet of the stack, K to the one before. */
function useNeighbourKeys(sheet: SheetDetail): void {
  const { openSheet } = useScreen()
  const { call } = useTransport()
  const { batch_id, seq } = sheet
  const total = useBatch()?.sheets ?? 0
  // Keys are heard wherever the focus is inside the drawer.
  useLayoutEffect(() => {
    const go = async (wanted: number) => {
      if (wanted < 1 || wanted > total) return toast.note('没有更多了')
      // The list runs from the newest to the first.
      const place = { batch_id, limit: 1, offset: total - wanted }
      const [found] = (await call('listSheets', place)).list
      if (found) openSheet(found.sheet_id)
    }
    const hear = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'j') go(seq + 1).catch(toast.error)
      if (event.key === 'k') go(seq - 1).catch(toast.error)
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [batch_id, seq, total, call, openSheet])
}
