"use client";

import { useEffect, useState } from "react";
import { moment } from "../../format/time.ts";

/** The minutes and seconds that are left, counted down. */
export function TimeLeft({ until }: { until: Date }) {
  const [now, setNow] = useState<number>();
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, []);
  if (now === undefined) return <>Until {moment(until)}</>;
  const left = Math.max(0, until.getTime() - now);
  const [minutes, seconds] = [Math.floor(left / 60_000), Math.floor((left % 60_000) / 1_000)];
  return (
    <span className="tabular-nums">
      {minutes}:{String(seconds).padStart(2, "0")} left
    </span>
  );
}
