import Recurrence

/// The words that are written for people, in Korean by their English ones.
enum KoreanTexts {
    /// A text in a language; what has no Korean stays English.
    static func text(_ english: String, _ language: ExplanationLanguage) -> String {
        language == .korean ? korean[english] ?? english : english
    }

    private static let korean = [
        // What was done.
        "added": "추가", "changed": "변경", "unchanged": "그대로", "done": "완료", "next": "다음", "reopened": "다시 엶",
        "skipped": "건너뜀",
        "deleted": "삭제", "restored": "되살림", "removed": "제거", "snoozed": "다시 알림", "acknowledged": "확인",
        "undone": "되돌림", "redone": "다시 실행", "paused": "일시 중지", "resumed": "다시 시작", "duplicated": "복제",
        "deleted for good": "완전히 삭제", "passed over": "건너뜀", "rotated": "교체", "revoked": "취소", "withdrawn": "철회",
        "split": "나눔",
        "series": "반복", "again": "다시", "enabled": "켬", "disabled": "끔", "attached": "첨부", "replaying": "다시 보냄",
        "already added": "이미 있음", "already done": "이미 완료됨", "already reopened": "이미 열려 있음", "starts": "시작",
        "takes": "소요", "done again": "다시 완료", "added again": "다시 추가", "cancelled again": "다시 취소",
        // Columns and fields.
        "handle": "기호", "due": "기한", "title": "제목", "repeats": "반복", "project": "프로젝트", "tags": "태그",
        "priority": "우선순위", "status": "상태", "start": "시작", "reminder": "알림", "when": "때", "type": "종류",
        "target": "대상", "events": "이벤트", "state": "상태", "attempts": "시도", "result": "결과", "name": "이름",
        "open": "열림", "overdue": "지남", "progress": "진행", "tasks": "할 일", "color": "색", "filter": "조건",
        "order": "순서", "zone": "시간대", "scopes": "권한", "reach": "범위", "expires": "만료", "last used": "마지막 사용",
        "by": "누가", "what": "무엇", "id": "번호", "description": "설명", "subtask": "하위 할 일", "created": "만듦",
        "completed": "완료됨", "estimate": "예상", "occurrence": "회차", "attachment": "첨부", "property": "속성",
        "blocked by": "기다리는 것", "waited for": "기다린 것", "counted from": "기준", "except": "제외",
        "day": "날", "week": "주", "month": "달", "tag": "태그", "on time": "제때", "fired": "울림", "missed": "놓침",
        "total": "합계", "repeats on": "반복일", "until": "끝", "note": "메모", "content": "내용", "then": "그다음",
        "event": "이벤트", "subject": "주제", "seq": "순번",
        // States.
        "late": "지남", "started": "진행 중", "cancelled": "취소됨", "low": "낮음", "medium": "보통", "high": "높음",
        "urgent": "긴급", "projected": "예정", "on set dates": "정한 날짜에", "failed": "실패", "delivered": "전달됨",
        "the rule is as it was, and only this one moved; --scope following moves those after it, too":
            "반복 규칙은 그대로이고 이번 것만 옮겼습니다. --scope following으로 다음 것들도 옮깁니다",
        // Nothing to show.
        "no tasks": "할 일이 없습니다", "nothing is due today": "오늘까지인 일이 없습니다",
        "nothing is due this week": "이번 주까지인 일이 없습니다", "no upcoming reminders": "다가오는 알림이 없습니다",
        "no changes": "변경이 없습니다",
        "no hooks": "훅이 없습니다", "no deliveries": "전달 기록이 없습니다", "no projects": "프로젝트가 없습니다",
        "no tags": "태그가 없습니다", "no views": "보기가 없습니다", "no tokens": "토큰이 없습니다", "no events": "이벤트가 없습니다",
        "no occurrences": "회차가 없습니다", "the trash is empty": "휴지통이 비었습니다", "nothing is paused": "중지된 것이 없습니다",
    ]
}
