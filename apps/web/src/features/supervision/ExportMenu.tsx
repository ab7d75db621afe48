import { Button, PopoverNext } from '@blueprintjs/core'
import { CaretDownIcon, DownloadIcon } from '@blueprintjs/icons'
import {
  exportBlockProgress,
  exportMarkerProgress,
  exportSchoolProgress,
  exportSubjectProgress,
} from '@hengjuan/contracts'
import { DownloadButton } from '@hengjuan/ui'
import css from './supervision.module.css'

/** The spreadsheets of the exam, or of the subject in view. */
export function ExportMenu({ query }: { query: { exam_id: number; subject_id?: number } }) {
  const look = { variant: 'minimal' } as const
  return (
    <PopoverNext
      placement="bottom-end"
      content={
        <div className={css['menu']}>
          <DownloadButton {...look} route={exportSubjectProgress} input={{ query }}>
            科目进度
          </DownloadButton>
          <DownloadButton {...look} route={exportBlockProgress} input={{ query }}>
            题块进度
          </DownloadButton>
          <DownloadButton {...look} route={exportSchoolProgress} input={{ query }}>
            各校进度
          </DownloadButton>
          <DownloadButton {...look} route={exportMarkerProgress} input={{ query }}>
            教师进度与质量
          </DownloadButton>
          <DownloadButton
            {...look}
            route={exportMarkerProgress}
            input={{ query: { ...query, unfinished: 1 } }}
          >
            未完成教师名单
          </DownloadButton>
        </div>
      }
    >
      <Button icon={<DownloadIcon />} endIcon={<CaretDownIcon />}>
        导出
      </Button>
    </PopoverNext>
  )
}
