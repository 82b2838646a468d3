"""The README's calls with the package that @typespec/http-client-python writes; prints what readme-flow.ts describes."""

import json
import os
import uuid

from gatepostapi import GatepostApiClient, models

client = GatepostApiClient(endpoint=os.environ["GATEPOST_URL"])
client_key = os.environ["GATEPOST_KEY"]
soft_id = int(os.environ["SOFT_ID"])

created = client.create_task(
    models.CreateTaskRequest(
        client_key=client_key,
        soft_id=soft_id,
        task=models.CreateTaskRequestTask(
            website_url=os.environ["DEMO_SITE"] + "/login",
            template_name="Sign-in with 2FA and wait for control text",
            variables={
                "login_input_css": "#login",
                "login_input_value": "ada",
                "password_input_css": "#password",
                "password_input_value": "lovelace",
                "2fa_input_css": "#2facode",
                "2fa_input_value": "_WAIT_FOR_IT_",
                "control_text": "Welcome, Ada",
            },
        ),
    )
)
if not isinstance(created, models.CreateTaskResponse) or "errorCode" in created:
    raise SystemExit(str(created))
task = models.GetTaskResultRequest(client_key=client_key, task_id=created.task_id, wait_seconds=30)

result = client.get_task_result(task)
while result.get("status") == "processing" and not result["waitingFor"]:
    result = client.get_task_result(task)
waiting_for = result.get("waitingFor")

pushed = client.push_anti_gate_variable(
    models.PushAntiGateVariableRequest(
        client_key=client_key, task_id=created.task_id, name="2fa_input_value", value=os.environ["CODE"]
    ),
    idempotency_key=str(uuid.uuid4()),
)
if "errorCode" in pushed:
    raise SystemExit(str(pushed))
while result.get("status") == "processing":
    result = client.get_task_result(task)
if "errorCode" in result:
    raise SystemExit(str(result))

stats = client.get_app_stats(models.GetAppStatsRequest(client_key=client_key, soft_id=soft_id, mode="money"))
if not isinstance(stats, models.GetAppStatsResponse) or "errorCode" in stats:
    raise SystemExit(str(stats))
earned = sum(point.y for line in stats.chart_data for point in line.data)
print(json.dumps({"waitingFor": waiting_for, "url": result["solution"]["url"], "cost": result["cost"], "earned": earned}))
