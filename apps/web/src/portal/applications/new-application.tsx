"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { trpc } from "../../trpc/client.tsx";
import { ApplicationForm, emptyApplication } from "./application-form.tsx";

export function NewApplication() {
  const router = useRouter();
  const client = trpc.useUtils();
  const create = trpc.applications.create.useMutation({
    async onSuccess({ softId }) {
      await client.applications.list.invalidate();
      router.push(`/dashboard/apps/${softId}` as Route);
    },
  });
  return (
    <ApplicationForm
      brief
      values={emptyApplication}
      submit={(values) => create.mutate({ ...values, published: true })}
      action="Register and publish"
      busy={create.isPending || create.isSuccess}
      error={create.error}
    />
  );
}
