"""Written by `npm run clients` from the method table. Do not edit."""

from __future__ import annotations

import threading
from collections.abc import Callable
from decimal import Decimal
from typing import Any, Literal, TypedDict, Union

ErrorCode = Literal[
    "ERROR_KEY_DOES_NOT_EXIST",
    "ERROR_NO_SLOT_AVAILABLE",
    "ERROR_ZERO_BALANCE",
    "ERROR_IP_NOT_ALLOWED",
    "ERROR_NO_SUCH_METHOD",
    "ERROR_NO_SUCH_CAPCHA_ID",
    "ERROR_TASK_ABSENT",
    "ERROR_TASK_NOT_SUPPORTED",
    "ERROR_INCORRECT_SESSION_DATA",
    "ERROR_ACCOUNT_SUSPENDED",
    "ERROR_TEMPLATE_NOT_FOUND",
    "ERROR_TASK_CANCELED",
    "ERROR_ACCESS_DENIED",
    "ERROR_BAD_REQUEST",
    "ERROR_REQUEST_TOO_LARGE",
    "ERROR_TOO_MANY_REQUESTS",
    "ERROR_VARIABLE_NOT_EXPECTED",
    "ERROR_VARIABLE_ALREADY_SET",
    "ERROR_VARIABLE_REFUSED",
    "ERROR_TASK_FINISHED",
    "ERROR_WEBSITE_NOT_ALLOWED",
    "ERROR_VARIABLE_TIMEOUT",
    "ERROR_STEP_FAILED",
    "ERROR_WORKER_LOST",
    "ERROR_TASK_TIMEOUT",
    "ERROR_SERVICE_UNAVAILABLE",
    "ERROR_INTERNAL",
]

AFTER_LOSS: dict[str, Literal["repeat", "with key", "give up"]] = {
    "createTask": "with key",
    "pushAntiGateVariable": "with key",
    "getTaskResult": "repeat",
    "cancelTask": "repeat",
    "createAnswerLink": "give up",
    "createLiveLink": "give up",
    "declineVariable": "repeat",
    "extendWait": "repeat",
    "listTasks": "repeat",
    "getBalance": "repeat",
    "getAppStats": "repeat",
    "getSpendingStats": "repeat",
    "getQueueStats": "repeat",
    "listTemplates": "repeat",
    "getTemplate": "repeat",
    "saveTemplate": "give up",
    "deleteTemplate": "give up",
    "saveSecret": "repeat",
    "listSecrets": "repeat",
    "deleteSecret": "give up",
    "listSessions": "repeat",
    "deleteSession": "give up",
    "test": "repeat",
}

class CreateTaskTaskViewport(TypedDict):
    width: int | str
    height: int | str


class CreateTaskTaskGeolocation(TypedDict):
    latitude: int | float | Decimal
    longitude: int | float | Decimal


class CreateTaskTaskHttpAuth(TypedDict):
    username: str
    password: str


class _CreateTaskTaskCookies(TypedDict):
    name: str
    value: str


class CreateTaskTaskCookies(_CreateTaskTaskCookies, total=False):
    domain: str | None
    path: str | None
    expires: Literal[-1] | int | float | Decimal | None
    httpOnly: bool | None
    secure: bool | None
    sameSite: str | None


class _CreateTaskTask(TypedDict):
    type: Literal["AntiGateTask"]
    websiteURL: str


class CreateTaskTask(_CreateTaskTask, total=False):
    templateName: str | None
    template: dict[str, Any] | None
    variables: dict[str, Any] | None
    domainsOfInterest: list[str] | None
    onFailure: Literal["fail", "ask"] | None
    engine: Literal["shell", "full"] | None
    session: str | None
    viewport: CreateTaskTaskViewport | None
    locale: str | None
    timezone: str | None
    geolocation: CreateTaskTaskGeolocation | None
    httpAuth: CreateTaskTaskHttpAuth | None
    cookies: list[CreateTaskTaskCookies] | None


class _CreateTaskResponse(TypedDict):
    errorId: Literal[0]
    taskId: int


class CreateTaskResponse(_CreateTaskResponse, total=False):
    warnings: list[str]


class PushAntiGateVariableResponse(TypedDict):
    errorId: Literal[0]
    status: Literal["success"]


class _GetTaskResultProcessingProgress(TypedDict):
    step: int
    of: int
    type: Literal["", "FILL_INPUT", "TYPE_TEXT", "CLICK", "SELECT_OPTION", "SET_CHECKBOX", "PRESS_KEY", "DOWNLOAD_FILE", "UPLOAD_FILE", "WAIT_FOR_TEXT", "WAIT_FOR_TEXT_GONE", "WAIT_FOR_ELEMENT", "WAIT_FOR_ELEMENT_GONE", "WAIT_FOR_URL", "WAIT_FOR_VARIABLE_VALUE", "ASK_AGAIN_IF_TEXT", "ASK_AGAIN_IF_ELEMENT", "PAUSE", "READ_TEXT", "READ_LIST", "TAKE_SCREENSHOT", "TAKE_HTML_SNAPSHOT_BY_SELECTOR", "OPEN_PAGE", "HOVER", "SCROLL_TO", "DRAG", "ANSWER_DIALOG", "SWITCH_WINDOW", "CLOSE_WINDOW", "IF_ELEMENT", "IF_TEXT", "IF_URL", "IF_VALUE", "REPEAT_WHILE_ELEMENT"]


class GetTaskResultProcessingProgress(_GetTaskResultProcessingProgress, total=False):
    path: str


class _GetTaskResultProcessingWaiting(TypedDict):
    name: str
    prompt: str
    kind: Literal["text", "code", "choice", "yes_no", "number", "file", "live", "help"]
    attempt: int
    refused: bool
    since: int
    expiresAt: int
    live: bool


class GetTaskResultProcessingWaiting(_GetTaskResultProcessingWaiting, total=False):
    options: list[str]
    pattern: str


class _GetTaskResultProcessingReceipts(TypedDict):
    name: str
    attempt: int
    length: int
    pushedAt: int
    pushedBy: str
    outcome: Literal["pushed", "taken", "unused"]


class GetTaskResultProcessingReceipts(_GetTaskResultProcessingReceipts, total=False):
    takenAt: int
    usedBy: int


class _GetTaskResultProcessing(TypedDict):
    errorId: Literal[0]
    status: Literal["processing"]
    waitingFor: list[str]
    progress: GetTaskResultProcessingProgress
    waiting: list[GetTaskResultProcessingWaiting]
    controlledBy: Literal["person"] | None
    version: str


class GetTaskResultProcessing(_GetTaskResultProcessing, total=False):
    receipts: list[GetTaskResultProcessingReceipts]


class GetTaskResultReadySolutionFiles(TypedDict):
    name: str
    type: str
    size: int
    base64: str


class GetTaskResultReadySolutionCookieJar(TypedDict):
    name: str
    value: str
    domain: str
    path: str
    expires: int | Decimal
    httpOnly: bool
    secure: bool
    sameSite: Literal["Strict", "Lax", "None"]


class GetTaskResultReadySolution(TypedDict):
    url: str
    domain: str
    cookies: dict[str, str]
    localStorage: dict[str, str]
    screenshots: list[str]
    HTMLsInBase64: list[str]
    texts: dict[str, str]
    data: dict[str, list[dict[str, str | None]]]
    files: dict[str, GetTaskResultReadySolutionFiles]
    cookieJar: list[GetTaskResultReadySolutionCookieJar]
    fingerprint: dict[str, str | int | Decimal | bool | list[str]]
    requestHeaders: dict[str, str]


class _GetTaskResultReady(TypedDict):
    errorId: Literal[0]
    status: Literal["ready"]
    solution: GetTaskResultReadySolution
    cost: str
    ip: str
    createTime: int
    endTime: int
    solveCount: int


class GetTaskResultReady(_GetTaskResultReady, total=False):
    solutionExpired: Literal[True]
    receipts: list[GetTaskResultProcessingReceipts]


class CreateAnswerLinkResponse(TypedDict):
    errorId: Literal[0]
    url: str
    expires: int


class ExtendWaitResponse(TypedDict):
    errorId: Literal[0]
    expiresAt: int


class _ListTasksResponseTasks(TypedDict):
    taskId: int
    state: Literal["queued", "running", "waiting", "ready", "failed"]
    templateName: str
    softId: int | None
    createTime: int


class ListTasksResponseTasks(_ListTasksResponseTasks, total=False):
    endTime: int
    errorCode: str
    waitingFor: list[str]


class _ListTasksResponse(TypedDict):
    errorId: Literal[0]
    tasks: list[ListTasksResponseTasks]


class ListTasksResponse(_ListTasksResponse, total=False):
    next: int


class GetBalanceResponse(TypedDict):
    errorId: Literal[0]
    balance: int | Decimal


class GetAppStatsResponseChartDataData(TypedDict):
    date: str
    shortdate: str
    y: int
    beginstamp: int
    endstamp: int
    stamp: int


class _GetAppStatsResponseChartData(TypedDict):
    name: str
    data: list[GetAppStatsResponseChartDataData]
    itemname: str
    errorId: int
    code: str
    description: str


class GetAppStatsResponseChartData(_GetAppStatsResponseChartData, total=False):
    count: int


class GetAppStatsResponse(TypedDict):
    errorId: Literal[0]
    chartData: list[GetAppStatsResponseChartData]
    fromDate: str
    toDate: str


class GetSpendingStatsResponseData(TypedDict):
    dateFrom: int
    dateTill: int
    volume: int
    money: int | Decimal


class GetSpendingStatsResponse(TypedDict):
    errorId: Literal[0]
    data: list[GetSpendingStatsResponseData]


class GetQueueStatsResponseByTemplate(TypedDict):
    templateName: str
    speed: int | Decimal


class GetQueueStatsResponse(TypedDict):
    errorId: Literal[0]
    waiting: int
    load: int | Decimal
    bid: int | Decimal
    speed: int | Decimal
    total: int
    byTemplate: list[GetQueueStatsResponseByTemplate]


class _ListTemplatesResponseTemplatesVariables(TypedDict):
    name: str
    late: bool


class ListTemplatesResponseTemplatesVariables(_ListTemplatesResponseTemplatesVariables, total=False):
    prompt: str
    kind: str
    pattern: str


class ListTemplatesResponseTemplates(TypedDict):
    name: str
    description: str
    version: int
    builtIn: bool
    updated: int
    variables: list[ListTemplatesResponseTemplatesVariables]


class _ListTemplatesResponse(TypedDict):
    errorId: Literal[0]
    templates: list[ListTemplatesResponseTemplates]


class ListTemplatesResponse(_ListTemplatesResponse, total=False):
    next: int


class GetTemplateResponse(TypedDict):
    errorId: Literal[0]
    template: dict[str, Any]
    version: int


class SaveTemplateResponseWarnings(TypedDict):
    path: str
    message: str


class _SaveTemplateResponse(TypedDict):
    errorId: Literal[0]
    version: int
    warnings: list[SaveTemplateResponseWarnings]


class SaveTemplateResponse(_SaveTemplateResponse, total=False):
    template: dict[str, Any]


class ListSecretsResponseSecrets(TypedDict):
    name: str
    domains: list[str]
    created: int
    updated: int


class _ListSecretsResponse(TypedDict):
    errorId: Literal[0]
    secrets: list[ListSecretsResponseSecrets]


class ListSecretsResponse(_ListSecretsResponse, total=False):
    next: int


class _ListSessionsResponseSessions(TypedDict):
    name: str
    created: int
    expires: int
    openTasks: int


class ListSessionsResponseSessions(_ListSessionsResponseSessions, total=False):
    saved: int
    site: str
    bytes: int
    taskId: int
    problem: str


class _ListSessionsResponse(TypedDict):
    errorId: Literal[0]
    sessions: list[ListSessionsResponseSessions]


class ListSessionsResponse(_ListSessionsResponse, total=False):
    next: int


class TestResponse(TypedDict):
    errorId: Literal[0]
    request: dict[str, Any]


GetTaskResultResponse = Union[GetTaskResultProcessing, GetTaskResultReady]
Wait = GetTaskResultProcessingWaiting
Processing = GetTaskResultProcessing
Ready = GetTaskResultReady
Solution = GetTaskResultReadySolution
File = GetTaskResultReadySolutionFiles


class ReadyTask(GetTaskResultReady):
    taskId: int


class Asking:
    """What `on_wait` may take as its second argument."""

    def __init__(self, task_id: int, version: str) -> None:
        self.task_id = task_id
        #: Of the result with the wait, by which a push names it.
        self.version = version
        #: Set once the wait is over: somebody else answered, its time was up, or the task ended.
        self.over = threading.Event()
        #: The client's own.
        self.on_over: Callable[[], Any] | None = None

    def end(self) -> None:
        self.over.set()
        if self.on_over:
            self.on_over()


OnWait = Union[Callable[[Wait], Any], Callable[[Wait, Asking], Any]]
OnProgress = Callable[[Processing], Any]
Given = dict[str, Any]


def _present(given: Given) -> Given:
    return {name: value for name, value in given.items() if value is not None}


class Methods:
    """A function for each method of an installation's /docs: returns the success body, raises GatepostError."""

    def _call(self, name: str, request: Given, key: str | None = None, retry_seconds: float | None = None) -> Any:
        raise NotImplementedError

    def _run(self, template: str | Given, request: Given, task: Given, options: Given) -> ReadyTask:
        raise NotImplementedError

    def create_task(
        self,
        *,
        task: CreateTaskTask,
        soft_id: int | str | Literal[""] | None = None,
        callback_url: str | None = None,
        notify: list[str] | None = None,
        callback_on: list[Literal["waiting", "end"]] | None = None,
        idempotency_key: str | None = None,
        retry_seconds: float | None = None,
    ) -> CreateTaskResponse:
        """Run a template in a browser

        Creates a task. A response with a taskId means that the task is on disk and its price is held; a
        worker will take it, or it will end with a stated error. The price is the account's bid at that
        moment."""
        answer: CreateTaskResponse = self._call("createTask", {"task": task, **_present({"softId": soft_id, "callbackUrl": callback_url, "notify": notify, "callbackOn": callback_on})}, idempotency_key, retry_seconds)
        return answer

    def push_anti_gate_variable(
        self,
        *,
        task_id: int | str,
        name: str,
        value: Any,
        version: str | None = None,
        idempotency_key: str | None = None,
        retry_seconds: float | None = None,
    ) -> PushAntiGateVariableResponse:
        """Push the value of a late variable

        Gives a task the value of a variable that was `_WAIT_FOR_IT_` when the task was created. Success
        means that the value is on disk; a worker that waits for it goes on within milliseconds, one that is
        not there yet finds it. Pushing the same value again changes nothing; another value replaces one
        that no worker has taken."""
        answer: PushAntiGateVariableResponse = self._call("pushAntiGateVariable", {"taskId": task_id, "name": name, "value": value, **_present({"version": version})}, idempotency_key, retry_seconds)
        return answer

    def get_task_result(
        self,
        *,
        task_id: int | str,
        wait_seconds: int | str | None = None,
        since_version: str | None = None,
        retry_seconds: float | None = None,
    ) -> GetTaskResultResponse:
        """Ask how a task stands

        While the task runs: what it waits for and which step it is at. When it is ready: its solution, kept
        for 24 hours unless the operator set another time. When it failed: the error that ended it and, as
        long as a solution is kept, where it failed and what it had read. With waitSeconds, the call is held
        until there is news."""
        answer: GetTaskResultResponse = self._call("getTaskResult", {"taskId": task_id, **_present({"waitSeconds": wait_seconds, "sinceVersion": since_version})}, None, retry_seconds)
        return answer

    def cancel_task(
        self,
        *,
        task_id: int | str,
        reason: str | None = None,
        retry_seconds: float | None = None,
    ) -> PushAntiGateVariableResponse:
        """Stop a task

        Ends a task that has not ended, wherever it is: its worker stops within a second, and its price is
        released. Cancelling it again changes nothing, whatever the reason."""
        answer: PushAntiGateVariableResponse = self._call("cancelTask", {"taskId": task_id, **_present({"reason": reason})}, None, retry_seconds)
        return answer

    def create_answer_link(
        self,
        *,
        task_id: int | str,
        name: str,
        expires_in: int | str | None = None,
        live: bool | None = None,
        retry_seconds: float | None = None,
    ) -> CreateAnswerLinkResponse:
        """Create a link by which a person can answer

        Everyone who has the link can answer this late variable of this task, decline, or give the wait more
        time (twice), on a page made for phones. It can be created before the task asks, works each time
        that it asks, and ends with the task, when it expires, or when it is revoked on the task's page in
        the portal. The response is the only place with the link: it is stored hashed."""
        answer: CreateAnswerLinkResponse = self._call("createAnswerLink", {"taskId": task_id, "name": name, **_present({"expiresIn": expires_in, "live": live})}, None, retry_seconds)
        return answer

    def create_live_link(
        self,
        *,
        task_id: int | str,
        control: bool | None = None,
        expires_in: int | str | None = None,
        retry_seconds: float | None = None,
    ) -> CreateAnswerLinkResponse:
        """Create a link to a task's live page

        Everyone who has the link sees the browser that runs the task, and with `control` may take it over.
        It ends with the task, when it expires, or when it is revoked on the task's page in the portal.
        Other sites can show it in a frame if the account lists them in the portal."""
        answer: CreateAnswerLinkResponse = self._call("createLiveLink", {"taskId": task_id, **_present({"control": control, "expiresIn": expires_in})}, None, retry_seconds)
        return answer

    def decline_variable(
        self,
        *,
        task_id: int | str,
        name: str,
        reason: str,
        retry_seconds: float | None = None,
    ) -> PushAntiGateVariableResponse:
        """Decline to give the value of a late variable

        The person or program that was asked for a value declines: the task ends with ERROR_TASK_CANCELED
        and the reason, and its price is released. A value that was pushed and not taken yet is not used.
        Declining it again changes nothing, whatever the reason."""
        answer: PushAntiGateVariableResponse = self._call("declineVariable", {"taskId": task_id, "name": name, "reason": reason}, None, retry_seconds)
        return answer

    def extend_wait(
        self,
        *,
        task_id: int | str,
        name: str,
        seconds: int | float | Decimal | str,
        retry_seconds: float | None = None,
    ) -> ExtendWaitResponse:
        """Give a wait more time

        The task waits for the value for at least this many seconds from now, and its time limit is extended
        as much. A wait never ends sooner because of it."""
        answer: ExtendWaitResponse = self._call("extendWait", {"taskId": task_id, "name": name, "seconds": seconds}, None, retry_seconds)
        return answer

    def list_tasks(
        self,
        *,
        state: Literal["queued", "running", "waiting", "ready", "failed"] | None = None,
        template_name: str | None = None,
        soft_id: int | str | Literal[""] | None = None,
        error_code: ErrorCode | None = None,
        from_: str | None = None,
        to: str | None = None,
        timezone: str | None = None,
        limit: int | str | None = None,
        after: int | str | None = None,
        retry_seconds: float | None = None,
    ) -> ListTasksResponse:
        """List the account's tasks

        The tasks by descending taskId, without values and results. A page may have fewer tasks than asked
        for, or none, and still a `next`."""
        answer: ListTasksResponse = self._call("listTasks", _present({"state": state, "templateName": template_name, "softId": soft_id, "errorCode": error_code, "from": from_, "to": to, "timezone": timezone, "limit": limit, "after": after}), None, retry_seconds)
        return answer

    def get_balance(
        self,
        *,
        retry_seconds: float | None = None,
    ) -> GetBalanceResponse:
        """What the account can spend

        The account's balance in US dollars, without what is held for tasks that have not ended."""
        answer: GetBalanceResponse = self._call("getBalance", {}, None, retry_seconds)
        return answer

    def get_app_stats(
        self,
        *,
        soft_id: int | str,
        mode: Literal["errors", "views", "downloads", "users", "money"] | None = None,
        from_: str | None = None,
        to: str | None = None,
        timezone: str | None = None,
        retry_seconds: float | None = None,
    ) -> GetAppStatsResponse:
        """Daily statistics of an application

        Chart series of one kind, a point a day, for the owner of the application and nobody else. Without a
        range: today and the 29 days before, in UTC. A range has at most 366 days. Errors are tasks that
        failed and createTask calls that were refused; of the calls, those of the owner and of accounts that
        had a task accepted in the 30 days before, and at most 100 per account and day."""
        answer: GetAppStatsResponse = self._call("getAppStats", {"softId": soft_id, **_present({"mode": mode, "from": from_, "to": to, "timezone": timezone})}, None, retry_seconds)
        return answer

    def get_spending_stats(
        self,
        *,
        date: int | str | None = None,
        soft_id: int | str | Literal[""] | None = None,
        ip: str | None = None,
        retry_seconds: float | None = None,
    ) -> GetSpendingStatsResponse:
        """What the account spent, hour by hour

        The tasks of the account that became ready and their prices, in 24 whole hours of UTC, by the time
        at which each was paid. Held and released prices are not spent. A refund by the operator is not
        deducted; the balance page shows it."""
        answer: GetSpendingStatsResponse = self._call("getSpendingStats", _present({"date": date, "softId": soft_id, "ip": ip}), None, retry_seconds)
        return answer

    def get_queue_stats(
        self,
        *,
        queue_id: Literal[25] | Literal["25"],
        retry_seconds: float | None = None,
    ) -> GetQueueStatsResponse:
        """How busy the workers are

        Idle and busy slots now, and the average price and time of the latest tasks: those that ended in the
        last hour, at most the latest 200. Figures are read at most once a second. No key is needed."""
        answer: GetQueueStatsResponse = self._call("getQueueStats", {"queueId": queue_id}, None, retry_seconds)
        return answer

    def list_templates(
        self,
        *,
        search: str | None = None,
        limit: int | str | None = None,
        after: int | str | None = None,
        retry_seconds: float | None = None,
    ) -> ListTemplatesResponse:
        """List the templates that the account can use

        The account's own templates and the built-in ones, with the variables that each uses. A built-in one
        that the account has replaced is not listed."""
        answer: ListTemplatesResponse = self._call("listTemplates", _present({"search": search, "limit": limit, "after": after}), None, retry_seconds)
        return answer

    def get_template(
        self,
        *,
        name: str,
        version: int | str | None = None,
        retry_seconds: float | None = None,
    ) -> GetTemplateResponse:
        """Read a template

        The document of a template, as saveTemplate takes it: the account's own template, or else the
        built-in one of that name."""
        answer: GetTemplateResponse = self._call("getTemplate", {"name": name, **_present({"version": version})}, None, retry_seconds)
        return answer

    def save_template(
        self,
        *,
        template: dict[str, Any] | None = None,
        recording: dict[str, Any] | None = None,
        name: str | None = None,
        late: list[str] | None = None,
        if_version: int | str | None = None,
        replace_built_in: bool | None = None,
        dry_run: bool | None = None,
        retry_seconds: float | None = None,
    ) -> SaveTemplateResponse:
        """Save a template, or check it

        Saves a document as the next version of the account's template of that name. Existing tasks keep
        their version. An unchanged document makes no new version, so that a retry is safe. An invalid
        document is ERROR_BAD_REQUEST with every problem in `problems`. Takes a `template`, or a `recording`
        with its `name`. Each save by a key is logged and shown to the account's owner."""
        answer: SaveTemplateResponse = self._call("saveTemplate", _present({"template": template, "recording": recording, "name": name, "late": late, "ifVersion": if_version, "replaceBuiltIn": replace_built_in, "dryRun": dry_run}), None, retry_seconds)
        return answer

    def delete_template(
        self,
        *,
        name: str,
        retry_seconds: float | None = None,
    ) -> PushAntiGateVariableResponse:
        """Delete a template

        Deletes a template of the account. Tasks that were created from it keep their version. If it
        replaced a built-in one, the account sees that one again."""
        answer: PushAntiGateVariableResponse = self._call("deleteTemplate", {"name": name}, None, retry_seconds)
        return answer

    def save_secret(
        self,
        *,
        name: str,
        value: str,
        domains: list[str],
        retry_seconds: float | None = None,
    ) -> PushAntiGateVariableResponse:
        """Store a secret for templates

        Stores a value that templates type as `{"secret": "name"}`, or whose one-time code they type as
        `{"totp": {"secret": "name"}}`. It is encrypted, no method returns it, and it is typed only into
        pages of its domains. A secret of the same name is replaced, its domains included."""
        answer: PushAntiGateVariableResponse = self._call("saveSecret", {"name": name, "value": value, "domains": domains}, None, retry_seconds)
        return answer

    def list_secrets(
        self,
        *,
        limit: int | str | None = None,
        after: int | str | None = None,
        retry_seconds: float | None = None,
    ) -> ListSecretsResponse:
        """List the stored secrets

        The names and domains of the account's stored secrets, the oldest first. Values are never returned."""
        answer: ListSecretsResponse = self._call("listSecrets", _present({"limit": limit, "after": after}), None, retry_seconds)
        return answer

    def delete_secret(
        self,
        *,
        name: str,
        retry_seconds: float | None = None,
    ) -> PushAntiGateVariableResponse:
        """Delete a stored secret

        Deletes a stored secret of the account. A task that has begun keeps it until it ends; a queued task
        fails at the step that types it, and createTask refuses new ones."""
        answer: PushAntiGateVariableResponse = self._call("deleteSecret", {"name": name}, None, retry_seconds)
        return answer

    def list_sessions(
        self,
        *,
        limit: int | str | None = None,
        after: int | str | None = None,
        retry_seconds: float | None = None,
    ) -> ListSessionsResponse:
        """List the sessions

        The sessions of the account: cookies and storage that its tasks left for the next ones, the oldest
        first. What is in them is never returned."""
        answer: ListSessionsResponse = self._call("listSessions", _present({"limit": limit, "after": after}), None, retry_seconds)
        return answer

    def delete_session(
        self,
        *,
        name: str,
        retry_seconds: float | None = None,
    ) -> PushAntiGateVariableResponse:
        """Delete a session

        Deletes a session's cookies and storage. Tasks that use it now continue, but do not save it; the
        next task that names it begins with an empty browser."""
        answer: PushAntiGateVariableResponse = self._call("deleteSession", {"name": name}, None, retry_seconds)
        return answer

    def test(
        self,
        *,
        retry_seconds: float | None = None,
    ) -> TestResponse:
        """Show a request as it arrived

        Returns the body of the call, for finding mistakes in a program that makes calls: numbers as they
        were sent, unknown properties included. The value of every property clientKey is replaced by
        `(hidden)`. Nothing is checked or stored, and no key is needed."""
        answer: TestResponse = self._call("test", {}, None, retry_seconds)
        return answer

    def run(
        self,
        *,
        template: str | dict[str, Any],
        website_url: str,
        variables: dict[str, Any] | None = None,
        domains_of_interest: list[str] | None = None,
        on_failure: Literal["fail", "ask"] | None = None,
        engine: Literal["shell", "full"] | None = None,
        session: str | None = None,
        viewport: CreateTaskTaskViewport | None = None,
        locale: str | None = None,
        timezone: str | None = None,
        geolocation: CreateTaskTaskGeolocation | None = None,
        http_auth: CreateTaskTaskHttpAuth | None = None,
        cookies: list[CreateTaskTaskCookies] | None = None,
        soft_id: int | str | Literal[""] | None = None,
        callback_url: str | None = None,
        notify: list[str] | None = None,
        callback_on: list[Literal["waiting", "end"]] | None = None,
        on_wait: OnWait | None = None,
        on_progress: OnProgress | None = None,
        wait_seconds: int = 50,
        abort: threading.Event | None = None,
        cancel_on_abort: bool = False,
        idempotency_key: str | None = None,
        retry_seconds: float | None = None,
    ) -> ReadyTask:
        """Creates a task, follows it to its end, and returns the ready answer. Raises GatepostError if the
        task failed.

        `template` is a template's name, or its document, to run it without saving it. `on_wait` is called
        once for each wait: what it returns is pushed, `{"decline": "reason"}` ends the task, and None
        leaves the wait to others. Each call of it has a thread of its own. Setting `abort` ends this call
        with CancelledError; with `cancel_on_abort`, that and Ctrl-C cancel the task too."""
        answer: ReadyTask = self._run(template, _present({"softId": soft_id, "callbackUrl": callback_url, "notify": notify, "callbackOn": callback_on}), {"websiteURL": website_url, **_present({"variables": variables, "domainsOfInterest": domains_of_interest, "onFailure": on_failure, "engine": engine, "session": session, "viewport": viewport, "locale": locale, "timezone": timezone, "geolocation": geolocation, "httpAuth": http_auth, "cookies": cookies})}, {"on_wait": on_wait, "on_progress": on_progress, "wait_seconds": wait_seconds, "abort": abort, "cancel_on_abort": cancel_on_abort, "idempotency_key": idempotency_key, "retry_seconds": retry_seconds})
        return answer


class AsyncMethods:
    """The functions of Methods, to be awaited."""

    async def _call(self, name: str, request: Given, key: str | None = None, retry_seconds: float | None = None) -> Any:
        raise NotImplementedError

    async def _run(self, template: str | Given, request: Given, task: Given, options: Given) -> ReadyTask:
        raise NotImplementedError

    async def create_task(
        self,
        *,
        task: CreateTaskTask,
        soft_id: int | str | Literal[""] | None = None,
        callback_url: str | None = None,
        notify: list[str] | None = None,
        callback_on: list[Literal["waiting", "end"]] | None = None,
        idempotency_key: str | None = None,
        retry_seconds: float | None = None,
    ) -> CreateTaskResponse:
        """Run a template in a browser

        Creates a task. A response with a taskId means that the task is on disk and its price is held; a
        worker will take it, or it will end with a stated error. The price is the account's bid at that
        moment."""
        answer: CreateTaskResponse = await self._call("createTask", {"task": task, **_present({"softId": soft_id, "callbackUrl": callback_url, "notify": notify, "callbackOn": callback_on})}, idempotency_key, retry_seconds)
        return answer

    async def push_anti_gate_variable(
        self,
        *,
        task_id: int | str,
        name: str,
        value: Any,
        version: str | None = None,
        idempotency_key: str | None = None,
        retry_seconds: float | None = None,
    ) -> PushAntiGateVariableResponse:
        """Push the value of a late variable

        Gives a task the value of a variable that was `_WAIT_FOR_IT_` when the task was created. Success
        means that the value is on disk; a worker that waits for it goes on within milliseconds, one that is
        not there yet finds it. Pushing the same value again changes nothing; another value replaces one
        that no worker has taken."""
        answer: PushAntiGateVariableResponse = await self._call("pushAntiGateVariable", {"taskId": task_id, "name": name, "value": value, **_present({"version": version})}, idempotency_key, retry_seconds)
        return answer

    async def get_task_result(
        self,
        *,
        task_id: int | str,
        wait_seconds: int | str | None = None,
        since_version: str | None = None,
        retry_seconds: float | None = None,
    ) -> GetTaskResultResponse:
        """Ask how a task stands

        While the task runs: what it waits for and which step it is at. When it is ready: its solution, kept
        for 24 hours unless the operator set another time. When it failed: the error that ended it and, as
        long as a solution is kept, where it failed and what it had read. With waitSeconds, the call is held
        until there is news."""
        answer: GetTaskResultResponse = await self._call("getTaskResult", {"taskId": task_id, **_present({"waitSeconds": wait_seconds, "sinceVersion": since_version})}, None, retry_seconds)
        return answer

    async def cancel_task(
        self,
        *,
        task_id: int | str,
        reason: str | None = None,
        retry_seconds: float | None = None,
    ) -> PushAntiGateVariableResponse:
        """Stop a task

        Ends a task that has not ended, wherever it is: its worker stops within a second, and its price is
        released. Cancelling it again changes nothing, whatever the reason."""
        answer: PushAntiGateVariableResponse = await self._call("cancelTask", {"taskId": task_id, **_present({"reason": reason})}, None, retry_seconds)
        return answer

    async def create_answer_link(
        self,
        *,
        task_id: int | str,
        name: str,
        expires_in: int | str | None = None,
        live: bool | None = None,
        retry_seconds: float | None = None,
    ) -> CreateAnswerLinkResponse:
        """Create a link by which a person can answer

        Everyone who has the link can answer this late variable of this task, decline, or give the wait more
        time (twice), on a page made for phones. It can be created before the task asks, works each time
        that it asks, and ends with the task, when it expires, or when it is revoked on the task's page in
        the portal. The response is the only place with the link: it is stored hashed."""
        answer: CreateAnswerLinkResponse = await self._call("createAnswerLink", {"taskId": task_id, "name": name, **_present({"expiresIn": expires_in, "live": live})}, None, retry_seconds)
        return answer

    async def create_live_link(
        self,
        *,
        task_id: int | str,
        control: bool | None = None,
        expires_in: int | str | None = None,
        retry_seconds: float | None = None,
    ) -> CreateAnswerLinkResponse:
        """Create a link to a task's live page

        Everyone who has the link sees the browser that runs the task, and with `control` may take it over.
        It ends with the task, when it expires, or when it is revoked on the task's page in the portal.
        Other sites can show it in a frame if the account lists them in the portal."""
        answer: CreateAnswerLinkResponse = await self._call("createLiveLink", {"taskId": task_id, **_present({"control": control, "expiresIn": expires_in})}, None, retry_seconds)
        return answer

    async def decline_variable(
        self,
        *,
        task_id: int | str,
        name: str,
        reason: str,
        retry_seconds: float | None = None,
    ) -> PushAntiGateVariableResponse:
        """Decline to give the value of a late variable

        The person or program that was asked for a value declines: the task ends with ERROR_TASK_CANCELED
        and the reason, and its price is released. A value that was pushed and not taken yet is not used.
        Declining it again changes nothing, whatever the reason."""
        answer: PushAntiGateVariableResponse = await self._call("declineVariable", {"taskId": task_id, "name": name, "reason": reason}, None, retry_seconds)
        return answer

    async def extend_wait(
        self,
        *,
        task_id: int | str,
        name: str,
        seconds: int | float | Decimal | str,
        retry_seconds: float | None = None,
    ) -> ExtendWaitResponse:
        """Give a wait more time

        The task waits for the value for at least this many seconds from now, and its time limit is extended
        as much. A wait never ends sooner because of it."""
        answer: ExtendWaitResponse = await self._call("extendWait", {"taskId": task_id, "name": name, "seconds": seconds}, None, retry_seconds)
        return answer

    async def list_tasks(
        self,
        *,
        state: Literal["queued", "running", "waiting", "ready", "failed"] | None = None,
        template_name: str | None = None,
        soft_id: int | str | Literal[""] | None = None,
        error_code: ErrorCode | None = None,
        from_: str | None = None,
        to: str | None = None,
        timezone: str | None = None,
        limit: int | str | None = None,
        after: int | str | None = None,
        retry_seconds: float | None = None,
    ) -> ListTasksResponse:
        """List the account's tasks

        The tasks by descending taskId, without values and results. A page may have fewer tasks than asked
        for, or none, and still a `next`."""
        answer: ListTasksResponse = await self._call("listTasks", _present({"state": state, "templateName": template_name, "softId": soft_id, "errorCode": error_code, "from": from_, "to": to, "timezone": timezone, "limit": limit, "after": after}), None, retry_seconds)
        return answer

    async def get_balance(
        self,
        *,
        retry_seconds: float | None = None,
    ) -> GetBalanceResponse:
        """What the account can spend

        The account's balance in US dollars, without what is held for tasks that have not ended."""
        answer: GetBalanceResponse = await self._call("getBalance", {}, None, retry_seconds)
        return answer

    async def get_app_stats(
        self,
        *,
        soft_id: int | str,
        mode: Literal["errors", "views", "downloads", "users", "money"] | None = None,
        from_: str | None = None,
        to: str | None = None,
        timezone: str | None = None,
        retry_seconds: float | None = None,
    ) -> GetAppStatsResponse:
        """Daily statistics of an application

        Chart series of one kind, a point a day, for the owner of the application and nobody else. Without a
        range: today and the 29 days before, in UTC. A range has at most 366 days. Errors are tasks that
        failed and createTask calls that were refused; of the calls, those of the owner and of accounts that
        had a task accepted in the 30 days before, and at most 100 per account and day."""
        answer: GetAppStatsResponse = await self._call("getAppStats", {"softId": soft_id, **_present({"mode": mode, "from": from_, "to": to, "timezone": timezone})}, None, retry_seconds)
        return answer

    async def get_spending_stats(
        self,
        *,
        date: int | str | None = None,
        soft_id: int | str | Literal[""] | None = None,
        ip: str | None = None,
        retry_seconds: float | None = None,
    ) -> GetSpendingStatsResponse:
        """What the account spent, hour by hour

        The tasks of the account that became ready and their prices, in 24 whole hours of UTC, by the time
        at which each was paid. Held and released prices are not spent. A refund by the operator is not
        deducted; the balance page shows it."""
        answer: GetSpendingStatsResponse = await self._call("getSpendingStats", _present({"date": date, "softId": soft_id, "ip": ip}), None, retry_seconds)
        return answer

    async def get_queue_stats(
        self,
        *,
        queue_id: Literal[25] | Literal["25"],
        retry_seconds: float | None = None,
    ) -> GetQueueStatsResponse:
        """How busy the workers are

        Idle and busy slots now, and the average price and time of the latest tasks: those that ended in the
        last hour, at most the latest 200. Figures are read at most once a second. No key is needed."""
        answer: GetQueueStatsResponse = await self._call("getQueueStats", {"queueId": queue_id}, None, retry_seconds)
        return answer

    async def list_templates(
        self,
        *,
        search: str | None = None,
        limit: int | str | None = None,
        after: int | str | None = None,
        retry_seconds: float | None = None,
    ) -> ListTemplatesResponse:
        """List the templates that the account can use

        The account's own templates and the built-in ones, with the variables that each uses. A built-in one
        that the account has replaced is not listed."""
        answer: ListTemplatesResponse = await self._call("listTemplates", _present({"search": search, "limit": limit, "after": after}), None, retry_seconds)
        return answer

    async def get_template(
        self,
        *,
        name: str,
        version: int | str | None = None,
        retry_seconds: float | None = None,
    ) -> GetTemplateResponse:
        """Read a template

        The document of a template, as saveTemplate takes it: the account's own template, or else the
        built-in one of that name."""
        answer: GetTemplateResponse = await self._call("getTemplate", {"name": name, **_present({"version": version})}, None, retry_seconds)
        return answer

    async def save_template(
        self,
        *,
        template: dict[str, Any] | None = None,
        recording: dict[str, Any] | None = None,
        name: str | None = None,
        late: list[str] | None = None,
        if_version: int | str | None = None,
        replace_built_in: bool | None = None,
        dry_run: bool | None = None,
        retry_seconds: float | None = None,
    ) -> SaveTemplateResponse:
        """Save a template, or check it

        Saves a document as the next version of the account's template of that name. Existing tasks keep
        their version. An unchanged document makes no new version, so that a retry is safe. An invalid
        document is ERROR_BAD_REQUEST with every problem in `problems`. Takes a `template`, or a `recording`
        with its `name`. Each save by a key is logged and shown to the account's owner."""
        answer: SaveTemplateResponse = await self._call("saveTemplate", _present({"template": template, "recording": recording, "name": name, "late": late, "ifVersion": if_version, "replaceBuiltIn": replace_built_in, "dryRun": dry_run}), None, retry_seconds)
        return answer

    async def delete_template(
        self,
        *,
        name: str,
        retry_seconds: float | None = None,
    ) -> PushAntiGateVariableResponse:
        """Delete a template

        Deletes a template of the account. Tasks that were created from it keep their version. If it
        replaced a built-in one, the account sees that one again."""
        answer: PushAntiGateVariableResponse = await self._call("deleteTemplate", {"name": name}, None, retry_seconds)
        return answer

    async def save_secret(
        self,
        *,
        name: str,
        value: str,
        domains: list[str],
        retry_seconds: float | None = None,
    ) -> PushAntiGateVariableResponse:
        """Store a secret for templates

        Stores a value that templates type as `{"secret": "name"}`, or whose one-time code they type as
        `{"totp": {"secret": "name"}}`. It is encrypted, no method returns it, and it is typed only into
        pages of its domains. A secret of the same name is replaced, its domains included."""
        answer: PushAntiGateVariableResponse = await self._call("saveSecret", {"name": name, "value": value, "domains": domains}, None, retry_seconds)
        return answer

    async def list_secrets(
        self,
        *,
        limit: int | str | None = None,
        after: int | str | None = None,
        retry_seconds: float | None = None,
    ) -> ListSecretsResponse:
        """List the stored secrets

        The names and domains of the account's stored secrets, the oldest first. Values are never returned."""
        answer: ListSecretsResponse = await self._call("listSecrets", _present({"limit": limit, "after": after}), None, retry_seconds)
        return answer

    async def delete_secret(
        self,
        *,
        name: str,
        retry_seconds: float | None = None,
    ) -> PushAntiGateVariableResponse:
        """Delete a stored secret

        Deletes a stored secret of the account. A task that has begun keeps it until it ends; a queued task
        fails at the step that types it, and createTask refuses new ones."""
        answer: PushAntiGateVariableResponse = await self._call("deleteSecret", {"name": name}, None, retry_seconds)
        return answer

    async def list_sessions(
        self,
        *,
        limit: int | str | None = None,
        after: int | str | None = None,
        retry_seconds: float | None = None,
    ) -> ListSessionsResponse:
        """List the sessions

        The sessions of the account: cookies and storage that its tasks left for the next ones, the oldest
        first. What is in them is never returned."""
        answer: ListSessionsResponse = await self._call("listSessions", _present({"limit": limit, "after": after}), None, retry_seconds)
        return answer

    async def delete_session(
        self,
        *,
        name: str,
        retry_seconds: float | None = None,
    ) -> PushAntiGateVariableResponse:
        """Delete a session

        Deletes a session's cookies and storage. Tasks that use it now continue, but do not save it; the
        next task that names it begins with an empty browser."""
        answer: PushAntiGateVariableResponse = await self._call("deleteSession", {"name": name}, None, retry_seconds)
        return answer

    async def test(
        self,
        *,
        retry_seconds: float | None = None,
    ) -> TestResponse:
        """Show a request as it arrived

        Returns the body of the call, for finding mistakes in a program that makes calls: numbers as they
        were sent, unknown properties included. The value of every property clientKey is replaced by
        `(hidden)`. Nothing is checked or stored, and no key is needed."""
        answer: TestResponse = await self._call("test", {}, None, retry_seconds)
        return answer

    async def run(
        self,
        *,
        template: str | dict[str, Any],
        website_url: str,
        variables: dict[str, Any] | None = None,
        domains_of_interest: list[str] | None = None,
        on_failure: Literal["fail", "ask"] | None = None,
        engine: Literal["shell", "full"] | None = None,
        session: str | None = None,
        viewport: CreateTaskTaskViewport | None = None,
        locale: str | None = None,
        timezone: str | None = None,
        geolocation: CreateTaskTaskGeolocation | None = None,
        http_auth: CreateTaskTaskHttpAuth | None = None,
        cookies: list[CreateTaskTaskCookies] | None = None,
        soft_id: int | str | Literal[""] | None = None,
        callback_url: str | None = None,
        notify: list[str] | None = None,
        callback_on: list[Literal["waiting", "end"]] | None = None,
        on_wait: OnWait | None = None,
        on_progress: OnProgress | None = None,
        wait_seconds: int = 50,
        cancel_on_abort: bool = False,
        idempotency_key: str | None = None,
        retry_seconds: float | None = None,
    ) -> ReadyTask:
        """Creates a task, follows it to its end, and returns the ready answer. Raises GatepostError if the
        task failed.

        `template` is a template's name, or its document, to run it without saving it. `on_wait` is called
        once for each wait: what it returns is pushed, `{"decline": "reason"}` ends the task, and None
        leaves the wait to others. It is cancelled once the wait is over. With `cancel_on_abort`, cancelling
        this call cancels the task too."""
        answer: ReadyTask = await self._run(template, _present({"softId": soft_id, "callbackUrl": callback_url, "notify": notify, "callbackOn": callback_on}), {"websiteURL": website_url, **_present({"variables": variables, "domainsOfInterest": domains_of_interest, "onFailure": on_failure, "engine": engine, "session": session, "viewport": viewport, "locale": locale, "timezone": timezone, "geolocation": geolocation, "httpAuth": http_auth, "cookies": cookies})}, {"on_wait": on_wait, "on_progress": on_progress, "wait_seconds": wait_seconds, "cancel_on_abort": cancel_on_abort, "idempotency_key": idempotency_key, "retry_seconds": retry_seconds})
        return answer
