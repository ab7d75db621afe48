import Type from 'typebox'

/** Why a marker is given nothing new. */
export const NothingNewCode = Type.Union(
  [
    Type.Literal('empty'),
    Type.Literal('at_quota'),
    Type.Literal('daily_cap'),
    Type.Literal('paused'),
    Type.Literal('drawing'),
    Type.Literal('closed'),
    Type.Literal('setup'),
    Type.Literal('suspended'),
    Type.Literal('warned'),
    Type.Literal('unqualified'),
  ],
  {
    description:
      'empty 暂无试卷、at_quota 任务量已满、daily_cap 当日已满、paused 已暂停、drawing 正在确定双评试卷、closed 已结束、setup 未开始、suspended 已停止分配、warned 待题组长确认、unqualified 未通过定标',
  },
)
