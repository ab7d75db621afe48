import { HTMLSelect } from '@blueprintjs/core'
import { versionDiffReport } from '@hengjuan/contracts'
import { filter, FilterField, SearchField, StatTile, StatTiles, useUrlFilters } from '@hengjuan/ui'
import { Link } from 'react-router'
import { reportAddress } from './report-address.ts'
import css from './report.module.css'
import { ReportPage } from './ReportPage.tsx'
import { useReportFilters } from './use-report-filters.ts'

/** Everybody whom a correction can touch. */
const ALL = 5000
const filters = { from: filter.id(), keyword: filter.text() }

/** Earlier versions: who has another score since, why, and the reports as they were. @source reports P17 */
export function VersionReport(props: { mayExport: boolean }) {
  const { kept } = useReportFilters()
  const { values, set } = useUrlFilters(filters)
  const { keyword, from } = values
  return (
    <ReportPage
      report={versionDiffReport}
      page="versions"
      mayExport={props.mayExport}
      rowKey={({ candidate_id }) => candidate_id}
      query={{
        ...(from === null ? {} : { from }),
        ...(keyword === '' ? {} : { keyword }),
      }}
      pageOnly={{ limit: ALL }}
      chips={keyword === '' ? [] : [`查找「${keyword}」`]}
      renderFilters={(reply) => (
        <>
          <FilterField label="与版本比较">
            <HTMLSelect
              value={reply?.from_version ?? ''}
              disabled={(reply?.versions.length ?? 0) < 2}
              onChange={({ currentTarget }) => set({ from: Number(currentTarget.value) || null })}
            >
              {reply?.from_version === null && <option value="">没有其他版本</option>}
              {reply?.versions
                .filter(({ version }) => version !== reply.footer.version)
                .map(({ version, is_current }) => (
                  <option key={version} value={version}>
                    v{version}
                    {is_current ? '（已发布）' : ''}
                  </option>
                ))}
            </HTMLSelect>
          </FilterField>
          <SearchField
            value={keyword}
            onChange={(next) => set({ keyword: next })}
            placeholder="姓名、拼音首字母或考号"
          />
        </>
      )}
      renderAbove={(reply) =>
        reply.from_version !== null && (
          <>
            <StatTiles>
              {versionDiffReport.figures?.(reply).map(({ label, text }) => (
                <StatTile key={label} label={label} value={text} />
              ))}
            </StatTiles>
            <p className={css['quiet']}>
              查看当时的报表：
              {reply.versions
                .filter(({ is_current }) => !is_current)
                .map(({ version }) => (
                  <span key={version} className={css['versionLinks']}>
                    <Link to={reportAddress('overview', { ...kept, version })}>
                      v{version} 总览
                    </Link>
                    <Link to={reportAddress('download', { ...kept, version })}>
                      v{version} 成套文件
                    </Link>
                  </span>
                ))}
            </p>
          </>
        )
      }
      empty={{
        title: '没有变化',
        text: '这场考试只有一个可查看的成绩版本，或两个版本之间没有人的分数与名次不同。',
      }}
    />
  )
}
