import type { ExamSection } from '@hengjuan/domain'

const SCAN_EXCEPTIONS =
  '/MainPage/exam-manage/scan-error-handle/:subject/:nowTool/:filterChoices/:hideHandleBlock/:choiceCoordError'

const SECTIONS: Readonly<Record<string, { section: ExamSection; path?: string }>> = {
  roster: { section: 'students' },
  sheet: { section: 'sheets' },
  full: { section: 'sheets' },
  keys: { section: 'sheets', path: '/changeAnswer' },
  markers: { section: 'settings' },
  arbitrators: { section: 'settings' },
  noRecord: { section: 'scan' },
  exceptions: { section: 'exceptions', path: SCAN_EXCEPTIONS },
  units: { section: 'supervision' },
  import: { section: 'scoreImport' },
  scorePlaces: { section: 'sheets' },
  paper: { section: 'sheets', path: '/MainPage/exam-manage/paper-question' },
  paperRegions: { section: 'sheets', path: '/MainPage/exam-manage/paper-question' },
  testPage: { section: 'sheets' },
  calibration: { section: 'settings', path: '/benchmark' },
  scanned: { section: 'scan' },
  unopened: { section: 'settings' },
  stems: { section: 'sheets' },
  release: { section: 'online' },
  complete: { section: 'online' },
  attempts: { section: 'online' },
  entering: { section: 'online' },
}

/** The section, and its page where it is not the first, in which what a gate waits for is done; null for unknown ones. */
export const sectionOfGate = (code: string) => SECTIONS[code] ?? null
