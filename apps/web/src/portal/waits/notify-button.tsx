import { useEffect, useState } from "react";
import { Button } from "../../components/button.tsx";

/** Asks the browser for permission to notify of waits; nothing once it was given or refused. */
export function NotifyButton() {
  const [askable, setAskable] = useState(false);
  useEffect(() => setAskable(typeof Notification !== "undefined" && Notification.permission === "default"), []);
  if (!askable) return null;
  return (
    <Button
      size="small"
      onClick={async () => setAskable((await Notification.requestPermission()) === "default")}
      title="While a page of the portal is open, the browser notifies you when a task waits for an answer, and before its wait ends."
    >
      Notify me when a task waits
    </Button>
  );
}
