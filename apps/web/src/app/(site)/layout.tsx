import { SiteFrame } from "../../public/site-frame.tsx";

export default SiteFrame;
