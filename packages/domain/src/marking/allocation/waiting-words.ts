import { EXAM_MANAGER } from './rest-waits.ts'
import type { TrialWait } from './trial-place.ts'

/** What a marker waits for before the first paper, and who decides about it. */
export interface Waiting {
  qualification: string | null
  qualification_waits: TrialWait | null
  leader_names: readonly string[]
}

/**
 * In words: `title` and `text` in the place of the paper, `line` and `label` where the block is one of several; null
 * for whoever waits for nobody.
 */
export function waitingWords(
  own: Waiting,
): { title: string; text: string; line: string; label: string } | null {
  const who = whoDecides(own.leader_names)
  const meanwhile = '现在可以先做其他任务。'
  if (own.qualification === 'refused')
    return {
      title: '题组长没有准许您评阅这个题块',
      text: `如需再试，请联系${who}；试评与定标不计入任何成绩。${meanwhile}`,
      line: `没有准许您评阅这个题块，如需再试请联系${who}`,
      label: '未准许阅卷',
    }
  switch (own.qualification_waits) {
    case 'failed':
      return {
        title: '定标没有通过，请等待题组长决定',
        text: `各次定标都没有达到要求，由${who}决定：换一套试卷请您再试，或者是否准许您阅卷。${meanwhile}`,
        line: `定标没有通过，等待${who}决定`,
        label: '待题组长决定',
      }
    case 'no_set':
      return {
        title: '定标没有通过，请等待题组长决定',
        text: `这个题块没有您没评过的另一套定标卷，由${who}决定：再商定一套请您再试，或者是否准许您阅卷。${meanwhile}`,
        line: `定标没有通过，也没有另一套定标卷，等待${who}决定`,
        label: '待题组长决定',
      }
    case 'no_scripts':
      return {
        title: '题组长还没有准备好定标卷',
        text: `本题块要求先通过定标再阅卷。${who}商定定标卷后，这里会出现试卷。${meanwhile}`,
        line: `等待${who}商定定标卷`,
        label: '等待定标卷',
      }
    case null:
      return null
  }
}

/** Without a leader it is up to whoever manages the exam. */
const whoDecides = (names: readonly string[]): string =>
  names.length === 0 ? EXAM_MANAGER : `题组长（${names.join('、')}）`
