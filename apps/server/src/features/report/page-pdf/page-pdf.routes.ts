import { existsSync } from 'node:fs'
import { overviewReport, pagePdf, pagePdfReady, PRINTED_PAGES } from '@hengjuan/contracts'
import { AppError } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import { audit } from '../../../http/audit.ts'
import { serve, type ServeApp } from '../../../http/serve.ts'
import { openPageSession } from '../../../http/session.ts'
import { findTarget } from '../../../http/targets.ts'
import { reportOf } from '../serving/registry.ts'
import { askedReport } from '../serving/serve-report.ts'
import { BrowserMissing, PageFailed, printPage } from './print-page.ts'
import { SerialQueue } from './serial-queue.ts'

/** A page that takes longer is one for a job. @source reports 4.3 */
const MOST_MS = 60_000
const TRY_AGAIN_SECONDS = 30
/** Of the whole process: a browser takes some hundred megabytes. */
const queue = new SerialQueue()

/** Serves pages of the portal as PDF, where the server has a browser. @source reports 4.3 (3) */
export function servePagePdf(target: ServeApp): void {
  serve(target, pagePdfReady, async ({ services }) => ({
    is_ready: hasBrowser(services.config.chromiumPath),
  }))

  serve(target, pagePdf, async ({ body, services, session, request, signal: gone }) => {
    const { chromiumPath } = services.config
    if (!hasBrowser(chromiumPath)) throw new AppError('PDF_BROWSER_MISSING')
    const { path, examId, filters } = reportPageIn(body.path)
    // The page itself is refused what its reader may not see; a page that says so is worth no file.
    const sides = ['member', 'region'] as const
    const rows = await findTarget(
      services.db,
      session,
      'report.export',
      { exam: examId },
      undefined,
      sides,
    )
    const found = rows as Parameters<typeof askedReport>[1]['found']
    const query = { exam_id: examId }
    await askedReport(
      reportOf(overviewReport.key).report,
      { query, found, services, session },
      false,
    )

    const deadline = AbortSignal.timeout(MOST_MS)
    const signal = AbortSignal.any([deadline, gone])
    const end = await queue.enter(signal).catch(() => {
      throw new AppError('PDF_BROWSER_BUSY', { seconds: TRY_AGAIN_SECONDS })
    })
    const pages = await openPageSession(services, session)
    try {
      const asked = { path, cookie: pages.cookie, userId: session.userId }
      const { pdf, title } = await printPage(target.app, chromiumPath, asked, signal)
      await audit(
        services.db,
        { services, session, request },
        {
          action: 'export',
          object: `exam:${examId}`,
          after: { report: path.split('?')[0], kind: 'page_pdf', filters },
        },
      )
      const day = isoNow(services.clock).slice(0, 10).replaceAll('-', '')
      return {
        body: pdf,
        mime: 'application/pdf',
        fileName: `${found.exam.name}_${title.split(/ [-·|] /)[0]}_${day}.pdf`,
      }
    } catch (error) {
      request.log.warn({ err: error }, 'page not printed')
      if (error instanceof BrowserMissing) throw new AppError('PDF_BROWSER_MISSING')
      if (error instanceof PageFailed)
        throw new AppError('PDF_PAGE_FAILED', { reason: error.message })
      if (deadline.aborted) throw new AppError('PDF_PAGE_FAILED', { reason: '60 秒内没有完成' })
      throw error
    } finally {
      await pages.discard()
      end()
    }
  })
}

const hasBrowser = (chromiumPath: string): boolean =>
  chromiumPath !== '' && existsSync(chromiumPath)

/** @throws AppError INPUT_INVALID for what is no address of a report page */
function reportPageIn(path: string) {
  const wrong = (message: string) =>
    new AppError('INPUT_INVALID').withDetails([{ path: 'path', message }])
  const here = 'https://here.invalid'
  const url = URL.canParse(path, here) ? new URL(path, here) : null
  if (!url || url.origin !== here || !path.startsWith('/') || !PRINTED_PAGES.includes(url.pathname))
    throw wrong('不是本系统的报表页面')
  const examId = Number(url.searchParams.get('exam_id') ?? '')
  if (!Number.isSafeInteger(examId) || examId < 1 || examId > 2 ** 31 - 1)
    throw wrong('报表页面的地址须含 exam_id')
  url.searchParams.set('print', '1')
  return {
    path: `${url.pathname}${url.search}`,
    examId,
    filters: Object.fromEntries(url.searchParams),
  }
}
