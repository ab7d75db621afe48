import type { Migration } from 'kysely/migration'
import * as firstExam from './20261120T0000-first-exam.ts'
import * as blankCheck from './20261121T1200-blank-check.ts'
import * as spotCheck from './20261121T1300-spot-check.ts'
import * as stationActions from './20261121T1500-station-actions.ts'
import * as scoreInspect from './20261121T1600-score-inspect.ts'
import * as markingQuality from './20261121T2030-marking-quality.ts'
import * as markingGuards from './20261121T2200-marking-guards.ts'
import * as dispatchIndexes from './20261121T2220-dispatch-indexes.ts'
import * as sheetLibrary from './20261121T2000-sheet-library.ts'
import * as sheetImport from './20261121T2010-sheet-import.ts'
import * as sheetMore from './20261121T2210-sheet-more.ts'
import * as sheetRest from './20261122T0010-sheet-rest.ts'
import * as markingRest from './20261122T0020-marking-rest.ts'
import * as dispatchCounts from './20261123T0000-dispatch-counts.ts'
import * as markingMessages from './20261123T0010-marking-messages.ts'
import * as markingBalance from './20261123T0020-marking-balance.ts'
import * as reviewPresence from './20261123T0030-review-presence.ts'
import * as eligibility from './20261123T0040-eligibility.ts'
import * as subjectRound from './20261123T0050-subject-round.ts'
import * as identicalPairs from './20261123T0060-identical-pairs.ts'
import * as dispatchWrites from './20261124T0001-dispatch-writes.ts'
import * as nearLine from './20261124T0010-near-line.ts'
import * as notesAndCuts from './20261124T0011-notes-and-cuts.ts'
import * as avoidance from './20261124T0020-avoidance.ts'
import * as inputSigns from './20261124T0040-input-signs.ts'
import * as markerLimits from './20261125T0050-marker-limits.ts'
import * as sharedAnew from './20261125T0020-shared-anew.ts'
import * as similarFirst from './20261125T0021-similar-first.ts'
import * as markerDesk from './20261125T0030-marker-desk.ts'
import * as handOver from './20261125T0060-hand-over.ts'
import * as flagNote from './20261125T0070-flag-note.ts'
import * as rubric from './20261126T0200-rubric.ts'
import * as reportExamples from './20261126T0210-report-examples.ts'
import * as secondReader from './20261126T0400-second-reader.ts'
import * as pressedEntries from './20261126T0500-pressed-entries.ts'
import * as problemFlags from './20261126T0600-problem-flags.ts'
import * as unitQueues from './20261126T0010-unit-queues.ts'
import * as liveReadings from './20261126T0020-live-readings.ts'
import * as leanReadings from './20261127T0010-lean-readings.ts'
import * as trialEntries from './20261128T0100-trial-entries.ts'
import * as takenBack from './20261129T0100-taken-back.ts'
import * as clearedSeeds from './20261130T0100-cleared-seeds.ts'
import * as markingRules from './20261125T0010-marking-rules.ts'
import * as keptEvents from './20261125T0011-kept-events.ts'
import * as riskPapers from './20261125T0040-risk-papers.ts'
import * as qualifyKept from './20261126T0300-qualify-kept.ts'
import * as handOrder from './20261126T0310-hand-order.ts'
import * as eventClients from './20261126T0320-event-clients.ts'
import * as identicalVerdicts from './20261126T0330-identical-verdicts.ts'
import * as abnormalSheets from './20261126T0100-abnormal-sheets.ts'
import * as rulesStamps from './20261201T0010-rules-stamps.ts'
import * as leanMarks from './20261201T0020-lean-marks.ts'
import * as spotHold from './20261202T0100-spot-hold.ts'
import * as readAgain from './20261202T0110-read-again.ts'
import * as problemHolds from './20261202T0200-problem-holds.ts'
import * as ownClass from './20261202T0300-own-class.ts'
import * as readingsDue from './20261202T0310-readings-due.ts'
import * as balanceSince from './20261202T0320-balance-since.ts'
import * as movedPapers from './20261202T0330-moved-papers.ts'
import * as ownNames from './20261202T0340-own-names.ts'
import * as correctionZeros from './20261202T0350-correction-zeros.ts'
import * as workInPieces from './20261202T0360-work-in-pieces.ts'
import * as withdrawnChecks from './20261202T0370-withdrawn-checks.ts'
import * as bulkReturns from './20261203T0110-bulk-returns.ts'
import * as runningActs from './20261203T0111-running-acts.ts'
import * as signInLimits from './20261204T0700-sign-in-limits.ts'
import * as signIn from './20261205T0200-sign-in.ts'
import * as imports from './20261204T0500-imports.ts'
import * as snapshotColumns from './20261204T0250-snapshot-columns.ts'
import * as holdWhileDrawing from './20261203T0310-hold-while-drawing.ts'
import * as ownResults from './20261204T0200-own-results.ts'
import * as settings from './20261204T0400-settings.ts'
import * as auditSchool from './20261204T0410-audit-school.ts'
import * as notices from './20261204T0420-notices.ts'
import * as organisers from './20261204T0100-organisers.ts'
import * as jobs from './20261204T0300-jobs.ts'
import * as jobsOfBefore from './20261204T0310-jobs-of-before.ts'
import * as schoolPeople from './20261205T0400-school-people.ts'
import * as scoreImport from './20261205T0500-score-import.ts'
import * as examDrafts from './20261205T0510-exam-drafts.ts'
import * as releaseAudiences from './20261205T0520-release-audiences.ts'
import * as appeals from './20261206T0300-appeals.ts'
import * as scoreEdits from './20261206T0310-score-edits.ts'
import * as versionNames from './20261206T0320-version-names.ts'
import * as bookRelease from './20261207T0300-book-release.ts'
import * as appealBlocks from './20261207T0310-appeal-blocks.ts'
import * as reportTemplates from './20261207T0320-report-templates.ts'
import * as reportNotes from './20261207T0400-report-notes.ts'
import * as examSessions from './20261207T0100-exam-sessions.ts'
import * as examPaper from './20261207T0110-exam-paper.ts'
import * as pausedBlocks from './20261207T0201-paused-blocks.ts'
import * as alarmMutes from './20261207T0202-alarm-mutes.ts'
import * as examAdmins from './20261208T0200-exam-admins.ts'
import * as examCopiedFrom from './20261208T0201-exam-copied-from.ts'
import * as guardianConsent from './20261208T0202-guardian-consent.ts'
import * as examAsks from './20261207T0203-exam-asks.ts'
import * as scoreAlarmMarks from './20261207T0204-score-alarm-marks.ts'
import * as boundSessions from './20261208T0300-bound-sessions.ts'
import * as onlineExams from './20261208T0100-online-exams.ts'

/** Every migration by name; the name's time orders them. */
export const migrations: Record<string, Migration> = {
  '20261120T0000-first-exam': firstExam,
  '20261121T1200-blank-check': blankCheck,
  '20261121T1300-spot-check': spotCheck,
  '20261121T1500-station-actions': stationActions,
  '20261121T1600-score-inspect': scoreInspect,
  '20261121T2000-sheet-library': sheetLibrary,
  '20261121T2010-sheet-import': sheetImport,
  '20261121T2030-marking-quality': markingQuality,
  '20261121T2210-sheet-more': sheetMore,
  '20261121T2200-marking-guards': markingGuards,
  '20261121T2220-dispatch-indexes': dispatchIndexes,
  '20261122T0010-sheet-rest': sheetRest,
  '20261122T0020-marking-rest': markingRest,
  '20261123T0000-dispatch-counts': dispatchCounts,
  '20261123T0010-marking-messages': markingMessages,
  '20261123T0020-marking-balance': markingBalance,
  '20261123T0030-review-presence': reviewPresence,
  '20261123T0040-eligibility': eligibility,
  '20261123T0050-subject-round': subjectRound,
  '20261123T0060-identical-pairs': identicalPairs,
  '20261124T0001-dispatch-writes': dispatchWrites,
  '20261124T0010-near-line': nearLine,
  '20261124T0011-notes-and-cuts': notesAndCuts,
  '20261124T0020-avoidance': avoidance,
  '20261124T0040-input-signs': inputSigns,
  '20261125T0010-marking-rules': markingRules,
  '20261125T0011-kept-events': keptEvents,
  '20261125T0050-marker-limits': markerLimits,
  '20261125T0020-shared-anew': sharedAnew,
  '20261125T0021-similar-first': similarFirst,
  '20261125T0030-marker-desk': markerDesk,
  '20261125T0040-risk-papers': riskPapers,
  '20261125T0060-hand-over': handOver,
  '20261125T0070-flag-note': flagNote,
  '20261126T0200-rubric': rubric,
  '20261126T0210-report-examples': reportExamples,
  '20261126T0400-second-reader': secondReader,
  '20261126T0500-pressed-entries': pressedEntries,
  '20261126T0600-problem-flags': problemFlags,
  '20261126T0100-abnormal-sheets': abnormalSheets,
  '20261126T0300-qualify-kept': qualifyKept,
  '20261126T0310-hand-order': handOrder,
  '20261126T0320-event-clients': eventClients,
  '20261126T0330-identical-verdicts': identicalVerdicts,
  '20261126T0010-unit-queues': unitQueues,
  '20261126T0020-live-readings': liveReadings,
  '20261127T0010-lean-readings': leanReadings,
  '20261128T0100-trial-entries': trialEntries,
  '20261129T0100-taken-back': takenBack,
  '20261130T0100-cleared-seeds': clearedSeeds,
  '20261201T0010-rules-stamps': rulesStamps,
  '20261201T0020-lean-marks': leanMarks,
  '20261202T0100-spot-hold': spotHold,
  '20261202T0110-read-again': readAgain,
  '20261202T0200-problem-holds': problemHolds,
  '20261202T0300-own-class': ownClass,
  '20261202T0310-readings-due': readingsDue,
  '20261202T0320-balance-since': balanceSince,
  '20261202T0330-moved-papers': movedPapers,
  '20261202T0340-own-names': ownNames,
  '20261202T0350-correction-zeros': correctionZeros,
  '20261202T0360-work-in-pieces': workInPieces,
  '20261202T0370-withdrawn-checks': withdrawnChecks,
  '20261203T0110-bulk-returns': bulkReturns,
  '20261203T0111-running-acts': runningActs,
  '20261203T0310-hold-while-drawing': holdWhileDrawing,
  '20261204T0200-own-results': ownResults,
  '20261204T0400-settings': settings,
  '20261204T0410-audit-school': auditSchool,
  '20261204T0420-notices': notices,
  '20261204T0100-organisers': organisers,
  '20261204T0300-jobs': jobs,
  '20261204T0310-jobs-of-before': jobsOfBefore,
  '20261204T0700-sign-in-limits': signInLimits,
  '20261204T0500-imports': imports,
  '20261204T0250-snapshot-columns': snapshotColumns,
  '20261205T0200-sign-in': signIn,
  '20261205T0400-school-people': schoolPeople,
  '20261205T0500-score-import': scoreImport,
  '20261205T0510-exam-drafts': examDrafts,
  '20261205T0520-release-audiences': releaseAudiences,
  '20261206T0300-appeals': appeals,
  '20261206T0310-score-edits': scoreEdits,
  '20261206T0320-version-names': versionNames,
  '20261207T0300-book-release': bookRelease,
  '20261207T0310-appeal-blocks': appealBlocks,
  '20261207T0320-report-templates': reportTemplates,
  '20261207T0400-report-notes': reportNotes,
  '20261207T0100-exam-sessions': examSessions,
  '20261207T0110-exam-paper': examPaper,
  '20261207T0201-paused-blocks': pausedBlocks,
  '20261207T0202-alarm-mutes': alarmMutes,
  '20261207T0203-exam-asks': examAsks,
  '20261207T0204-score-alarm-marks': scoreAlarmMarks,
  '20261208T0200-exam-admins': examAdmins,
  '20261208T0201-exam-copied-from': examCopiedFrom,
  '20261208T0202-guardian-consent': guardianConsent,
  '20261208T0300-bound-sessions': boundSessions,
  '20261208T0100-online-exams': onlineExams,
}
