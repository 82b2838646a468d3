-- A picture that fits into a page with its row is written there. In pieces of 2 KB, each with a key, it took 600 bytes more of the
-- write-ahead log. Pictures that are there stay as they are.
ALTER TABLE "task_step" SET (toast_tuple_target = 8160);
